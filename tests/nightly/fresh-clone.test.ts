import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { figure } from '../support/figures.ts'

const work = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'))
afterAll(() => rmSync(work, { recursive: true, force: true }), 600_000)

/** The programs that a visitor has: not those that this project brings along. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Nothing that this test run set, as in a terminal that was just opened. */
function plainEnvironment(more: Record<string, string>): Record<string, string> {
  const own =
    /^(GATEHOUSE_|VITEST|VITE_|npm_|NODE_ENV$|NODE_OPTIONS$|NODE_COMPILE_CACHE$|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$)/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name))
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH, ...more }
}

test('C-01 a fresh clone installs without scripts, builds and serves with nothing but `npm start`', async () => {
  const clone = join(work, 'gatehouse')
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])
  const port = await freePort()
  const began = Date.now()
  const start = spawn('npm', ['start'], {
    cwd: clone,
    env: plainEnvironment({ PORT: String(port) }),
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk.toString()
  }
  start.stdout.on('data', take)
  start.stderr.on('data', take)
  const ended = new Promise<void>((resolve) => start.on('exit', () => resolve()))
  try {
    await vi.waitFor(
      () => {
        // Without the registry (network, proxy) this says so: setup.mjs prints what npm said, and its own question.
        if (start.exitCode !== null) throw new Error(`npm start ended with ${start.exitCode}:\n${output}`)
        expect(output).toContain(`http://127.0.0.1:${port}`)
      },
      { timeout: 900_000, interval: 500 },
    )
    const seconds = ((Date.now() - began) / 1000).toFixed(0)
    const health = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(await health.json()).toEqual({ status: 'ok' })
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    expect(page).toContain('<html lang="de-CH">')
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
    expect((await fetch(new URL(script, `http://127.0.0.1:${port}`))).status).toBe(200)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })).toBe('')
    const version = execFileSync('node', ['--version'], {
      env: plainEnvironment({}),
      encoding: 'utf8',
    }).trim()
    figure(`from git clone to the address line ${seconds} s, started by Node ${version}`)
  } finally {
    start.kill('SIGTERM')
    await ended
  }
})
