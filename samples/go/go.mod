module specie.example/sample

go 1.19
