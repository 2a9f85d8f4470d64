import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromHome, Sent, ToHome } from './home-process.ts'

export interface BenchHome {
  url: string
  /** What left the driver since the last call. */
  sent(): Promise<Sent[]>
  orders(): number[]
  rate(perSecond: number): void
  /** One of the devices that measure something tells its next value, once. */
  say(which: number): void
  /** What the server has cost so far: milliseconds of CPU; megabytes. */
  spent(): Promise<{ cpu: number; memory: number }>
  /** All devices go offline at once, or come back. */
  away(away: boolean): void
  /** As the app keeps it after sign-in. */
  session: { userId: string; sessionId: string; gateway: string }
  stop(): Promise<void>
}

/** This project. */
export const here = join(import.meta.dirname, '../..')

/** `folder`: whose code runs it; where it is another version's, its home-process.ts speaks as this one's does. */
export async function openHome(
  devices: number,
  more: Readonly<Record<string, string>> = {},
  folder = here,
): Promise<BenchHome> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const child: ChildProcess = fork(join(folder, 'bench/support/home-process.ts'), [String(devices)], {
    cwd: folder,
    env: { ...process.env, GATEHOUSE_DATA: data, ...more },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const sent: Sent[] = []
  const orders: number[] = []
  let spending: (message: Extract<FromHome, { kind: 'spent' }>) => void = () => {}
  const ready = await new Promise<Extract<FromHome, { kind: 'ready' }>>((resolve, reject) => {
    child.on('message', (message: FromHome) => {
      if (message.kind === 'ready') resolve(message)
      else if (message.kind === 'sent') sent.push(...message.values)
      else if (message.kind === 'spent') spending(message)
      else orders.push(message.at)
    })
    child.on('exit', (code) => reject(new Error(`The home ended with ${code}`)))
  })
  const spent = (): ReturnType<BenchHome['spent']> =>
    new Promise((resolve) => {
      spending = resolve
      child.send('spent' satisfies ToHome)
    })
  const answer = await fetch(`${ready.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1' }),
  })
  const { userId, sessionId } = (await answer.json()) as { userId: string; sessionId: string }
  const gateways = (await (
    await fetch(`${ready.url}/api/udm/device/list`, { headers: { sessionId } })
  ).json()) as { data: { serialNumber: string; connectionStatus: string }[] }
  const current = gateways.data.find(({ connectionStatus }) => connectionStatus === 'online')
  if (!current) throw new Error('The demo home has no gateway that is online')
  return {
    url: ready.url,
    session: { userId, sessionId, gateway: current.serialNumber },
    async sent() {
      await spent()
      return sent.splice(0)
    },
    orders: () => orders.splice(0),
    rate: (perSecond) => void child.send({ rate: perSecond } satisfies ToHome),
    say: (which) => void child.send({ say: which } satisfies ToHome),
    spent,
    away: (away) => void child.send({ away } satisfies ToHome),
    async stop() {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
