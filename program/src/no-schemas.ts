// For servers on Fastify whose bodies are checked by zod: Fastify need not load compilers of its own at each start, for
// schemas that no route has.

const none = () => () => {
  throw new Error('no route has a schema of Fastify')
}

export const noSchemas = { compilersFactory: { buildValidator: none, buildSerializer: none } }
