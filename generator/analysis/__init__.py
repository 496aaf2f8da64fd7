"""What the fabrics can do, counted on the graph of installed links. One file a question; `analyse` asks them all."""
