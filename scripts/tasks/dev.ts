/** `npm run dev`: the server in watch mode, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import { must } from './run.ts'

await must('scripts/gen.ts')

const api = process.env.GATEHOUSE_API_PORT ?? '8081'
const port = process.env.PORT ?? '8080'
const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-path=server',
    '--watch-path=gateway',
    '--watch-path=schemas/api',
    '--watch-path=schemas/channel',
    'server/main.ts',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: api,
      GATEHOUSE_ORIGIN: `http://127.0.0.1:${port},http://localhost:${port}`,
    },
  },
)
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], {
  stdio: 'inherit',
  env: { ...process.env, GATEHOUSE_API: `http://127.0.0.1:${api}` },
})
const end = (code: number) => {
  server.kill()
  vite.kill()
  process.exit(code)
}
vite.on('exit', (code) => end(code ?? 0))
server.on('exit', (code) => end(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0))
