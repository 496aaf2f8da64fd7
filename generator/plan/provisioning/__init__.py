"""What hosts and switches ask for before they have anything: names and addresses, and who gives them."""
