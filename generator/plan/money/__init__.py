"""The site's prices as records of the plan: unit prices, annual rates, and the duration of runs."""
