import { clientOf, commonOptions } from '../client.ts'
import type { Command } from '../command.ts'
import { openRequests } from './open-requests.ts'

export const mcp: Command = {
  does: 'serve the account to an assistant over the Model Context Protocol (stdio); read-only by default',
  options: {
    'allow-writes': {
      does: 'offer tools that move money, too; each shows a dry run, and then asks you in your program (elicitation)',
    },
    profile: commonOptions.profile,
  },
  examples: ['', '--profile bank --allow-writes'],
  run: async (env, _words, given) => {
    // Loaded for this command only, because it is large.
    const [{ StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('./server.ts'),
    ])
    const server = createMcpServer(env, clientOf(env, given), given['allow-writes'] === true)
    const transport = new StdioServerTransport()
    await server.connect(transport)
    const answered = openRequests(transport)
    // Until the assistant closes its end.
    await new Promise((resolve) => {
      process.stdin.once('end', resolve)
      process.stdin.once('close', resolve)
    })
    await answered()
    await server.close()
    return 0
  },
}
