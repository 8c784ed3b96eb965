"""Made by scripts/generate.js from the OpenAPI documents."""
