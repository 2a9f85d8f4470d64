import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { RestoreState } from '#schemas/generated/entities/restore-state.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { Peer, requestOf, WAIT } from '../../channel/peer.ts'
import { beginWithDemo } from '../../support/demo-data.ts'
import { type Served, serve } from '../../support/serve.ts'

const USER = 'demo-home'
const NEVER = 60_000

async function call<T>({ url }: Served, sessionId: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', sessionId },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json().catch(() => undefined)) as T
}

async function enter(server: Served): Promise<string> {
  const who = { identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1', externalLogin: false }
  return (await call<{ sessionId: string }>(server, '', '/auth/login', who)).sessionId
}

/** Hears what happens to the home, and changes it. */
async function present(server: Served, sessionId: string) {
  const { token, sessionKey } = await call<{ token: string; sessionKey: string }>(
    server,
    sessionId,
    '/channel/token',
    {},
  )
  const peer = await Peer.overWebsocket(`${server.url.replace('http', 'ws')}/mqtt`)
  await peer.signIn({ clientId: `${sessionKey}-kill`, username: USER, password: token })
  const answers = topics.responses(SN, USER, sessionKey)
  await peer.subscribe(topics.userEvents(USER), answers)
  return {
    async does(command: string, params: object): Promise<void> {
      const request = requestOf(sessionKey, command, params)
      peer.publish(topics.requests(SN, USER), request)
      await vi.waitFor(() => {
        const answer = peer.on(answers).find((text) => text.includes(request.id))
        if (!answer) throw new Error(`no answer to ${command}`)
        expect(JSON.parse(answer)).toMatchObject({ code: 0 })
      }, WAIT)
    },
    until: (stage: string): Promise<void> =>
      vi.waitFor(
        () => {
          if (!peer.on(topics.userEvents(USER)).some((text) => text.includes(`"stage":"${stage}"`)))
            throw new Error(`${stage} was not told`)
        },
        { timeout: 30_000, interval: 1 },
      ),
  }
}

/** Every name of the home's floors and rooms, in their order. */
const homeOf = async (server: Served, sessionId: string): Promise<string> => {
  const { floors } = await call<FloorLayout>(server, sessionId, `/home/${SN}/snapshot?first=1`)
  return JSON.stringify(
    floors.map(({ floor_name, rooms }) => [floor_name, ...rooms.map(({ room_name }) => room_name)]),
  )
}

test.each([0, 2, 10, 60])(
  'S-07 a server that is killed %i ms after a restoration began to write has all of it in the end, and never a part',
  { timeout: NEVER },
  async (ms) => {
    const data = mkdtempSync(join(tmpdir(), 'gatehouse-restore-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    beginWithDemo(data, {})
    const first = await serve({}, data)
    const session = await enter(first)
    const page = await present(first, session)
    const wanted = await homeOf(first, session)
    const wish = { userId: USER, serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Umbau' }
    const { _id: backupId } = await call<Backup>(first, session, '/backup/saveBackup', wish)

    // Every room is called otherwise, and there is a floor more: many writes for whoever makes them one by one.
    const { floors } = await call<FloorLayout>(first, session, `/home/${SN}/snapshot?first=1`)
    for (const { floor_id, rooms } of floors)
      for (const { room_id, room_name } of rooms)
        await page.does('rename_room', { floor_id, room_id, room_name: `${room_name} neu` })
    await page.does('add_floor', { floor_name: 'Keller 2' })
    const changed = await homeOf(first, session)

    const { items } = await call<BackupPlan>(first, session, `/backup/preview/${backupId}`, {})
    const chosen = items.map(({ kind, id }) => ({ kind, id }))
    await call(first, session, '/backup/restoreBackup', {
      ...{ userId: USER, serialNumber: SN },
      backupId,
      chosen,
    })
    await page.until('writing')
    await new Promise((resolve) => setTimeout(resolve, ms))
    await first.stop('SIGKILL')

    const second = await serve({}, data)
    onTestFinished(() => second.stop().then(() => undefined))
    const back = await enter(second)
    const seen = new Set<string>()
    await expect
      .poll(
        async () => {
          seen.add(await homeOf(second, back))
          return (await call<RestoreState>(second, back, `/backup/restore/${SN}`)).inProgress
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(false)
    for (const home of seen) expect([wanted, changed]).toContain(home)
    expect(await homeOf(second, back)).toBe(wanted)
    expect((await call<BackupPlan>(second, back, `/backup/preview/${backupId}`, {})).items).toEqual([])
  },
)
