// For servers on Fastify whose bodies are checked by zod: Fastify need not load its schema compilers at each start.

const none = () => () => {
  throw new Error('no route has a schema of Fastify')
}

export const noSchemas = { compilersFactory: { buildValidator: none, buildSerializer: none } }
