"""An acceptance job in an AppWrapper: Kueue lets the service and the job in as one, and takes both away where the job does not become healthy."""

from collections.abc import Iterator

from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.plan.plan import Plan
from generator.render.kubernetes.acceptance import plain_job, service
from generator.render.kubernetes.file import Thing
from generator.render.kubernetes.pods import head


def wrapper_objects(plan: Plan, job: AcceptanceJob) -> Iterator[Thing]:
    """Yield the wrapper. What is in it has no queue of its own: two would let in the same pods twice."""
    inner = plain_job(plan, job)
    inner["metadata"].pop("labels")
    inner["spec"].pop("suspend")
    yield {
        "apiVersion": "workload.codeflare.dev/v1beta2",
        "kind": "AppWrapper",
        "metadata": head(job),
        "spec": {"suspend": True, "components": [{"template": service(job)}, {"template": inner}]},
    }
