"""The site's prices as records of the plan: what a piece costs, the rates of a year, and how long runs take."""
