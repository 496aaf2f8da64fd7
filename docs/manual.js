// What the theme leaves out for keyboards and screen readers: what scrolls takes the focus, and every navigation of a block of code has a name of its own
(() => {
  const complete = () => {
    for (const each of document.querySelectorAll("pre > code, .md-typeset__scrollwrap"))
      if (each.scrollWidth > each.clientWidth && !each.hasAttribute("tabindex")) each.tabIndex = 0;
    document.querySelectorAll(".md-code__nav").forEach((each, number) => {
      const name = `Block of code ${number + 1}`;
      if (each.getAttribute("aria-label") !== name) each.setAttribute("aria-label", name);
    });
  };
  new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", complete);
  complete();
})();
