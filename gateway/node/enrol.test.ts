import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enrolled } from './enrol.ts'

test('people 9: a gateway that nobody has registered says where that is done, once, and goes on asking', async () => {
  const answers = [
    { status: 404 },
    { status: 404 },
    { status: 200, body: { assigned: false } },
    { status: 200, body: { assigned: true, secret: 'kept-here' } },
  ]
  const server = createServer((_request, answer) => {
    const { status, body } = answers.shift() ?? { status: 500 }
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-enrol-'))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(folder, 'below', 'secret')
  const news: unknown[] = []
  const secret = await enrolled({
    server: url,
    serialNumber: 'CELLAR-1',
    secureId: 'LABEL',
    file,
    log: (_level, _text, more) => news.push(more?.news),
    every: 1,
  })
  expect(secret).toBe('kept-here')
  expect(news).toEqual([
    `Gatehouse does not know CELLAR-1 with this secure id: an administrator registers it at ${url}/registrations.`,
    'Registered, but nobody has been assigned this gateway yet.',
  ])
  expect(readFileSync(file, 'utf8')).toBe('kept-here')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
