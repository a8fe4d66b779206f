"""Reports as JSON, schema `edgerag.report/2`: one module for each thing that a report shows."""
