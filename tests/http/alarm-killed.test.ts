import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { type Served, serve } from '../support/serve.ts'

const call = async (url: string, path: string, sessionId = '', body?: object) => {
  const answer = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', sessionId },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, unknown>
}
const enters = async (url: string, identity: string, secret: string): Promise<string> =>
  String((await call(url, '/auth/login', '', { identity, secret })).sessionId)

/** Opens the demo home, in which a battery is empty. */
async function opened({ url }: Served): Promise<void> {
  const home = await enters(url, 'home@gatehouse.test', 'Gatehouse-Home-1')
  await call(url, `/home/${demoSerialNumber}/snapshot`, home)
}

async function lettersOf({ url }: Served, admin: string): Promise<string[]> {
  const { data } = (await call(url, '/outbox?limit=1000', admin)) as {
    data?: { to: string; subject: string }[]
  }
  return (data ?? []).flatMap(({ to, subject }) => (subject.includes('Batterie') ? [to] : [])).toSorted()
}

// Power cuts of the store have tests of their own; here the process is killed at moments about the alarm.
test.each([0, 60, 400])(
  'S-07 a server that is killed %i ms after an alarm went off tells of it once, to everybody',
  async (ms) => {
    const data = mkdtempSync(join(tmpdir(), 'gatehouse-alarm-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const first = await serve({}, data)
    await opened(first)
    await new Promise((resolve) => setTimeout(resolve, ms))
    await first.stop('SIGKILL')
    const second = await serve({}, data)
    onTestFinished(() => second.stop().then(() => undefined))
    await opened(second)
    const people = ['guest@gatehouse.test', 'home@gatehouse.test', 'support@gatehouse.test']
    const admin = await enters(second.url, 'admin@gatehouse.test', 'Gatehouse-Admin-1')
    await expect.poll(() => lettersOf(second, admin), { timeout: 30_000, interval: 500 }).toEqual(people)
  },
)
