import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesBetween } from '#gateway/lib/backups/changes.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { type Caller, callerOf, quickSite, settled } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
let admin: Caller
beforeAll(async () => {
  site = await quickSite()
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const content = async (): Promise<HomeContent> =>
  (await admin('POST', `/home/${SN}/fork`, {})).json<HomeFork>().content
const roomNames = async (): Promise<string[]> =>
  (await content()).floors.flatMap(({ rooms }) => rooms.map(({ room_name }) => room_name))
const renamed = (home: HomeContent, at: number, name: string): HomeContent => {
  let seen = 0
  const floors = home.floors.map((floor) => ({
    ...floor,
    rooms: floor.rooms.map((room) => (seen++ === at ? { ...room, room_name: name } : room)),
  }))
  return { ...home, floors: floors as HomeContent['floors'] }
}
const standings = async (changes: readonly HomeChange[]): Promise<string[]> =>
  (await admin('POST', `/home/${SN}/changes/plan`, { changes }))
    .json<{ standings: { standing: string }[] }>()
    .standings.map(({ standing }) => standing)

describe('what was changed in a twin, brought onto its gateway', () => {
  test('stands open, is brought as one change with the home of before kept, and is done then', async () => {
    const begun = await content()
    const changes = changesBetween(begun, renamed(begun, 0, 'Versuchsküche'))
    expect(await standings(changes)).toEqual(['open'])
    expect(await roomNames()).not.toContain('Versuchsküche')
    expect((await admin('POST', `/home/${SN}/changes`, { changes })).status).toBe(202)
    await settled(site)
    expect(await roomNames()).toContain('Versuchsküche')
    expect(await standings(changes)).toEqual(['done'])
    const kept = await site.store.backups.of(SN)
    // Called by a code: whoever reads the list reads it in the language of the page.
    expect(kept.filter(({ type }) => type === 'safety').map(({ snapshotName }) => snapshotName)).toEqual([
      'from_twin',
    ])
    const [{ _id: id = '' } = {}] = kept.filter(({ type }) => type === 'safety')
    const sessionId = await site.sessionOf('demo-home')
    const named = async (language: string) => {
      const headers = { sessionId, 'accept-language': language }
      const { headers: told } = await fetch(`${site.url}/api/backup/export/${id}`, { headers })
      return decodeURIComponent(told.get('content-disposition') ?? '')
    }
    expect(await named('ch_EN')).toContain('From the twin')
    expect(await named('ch_DE')).toContain('Aus dem Zwilling')
  })

  test('a device that was taken out in the twin is removed at the gateway only: told, and never brought', async () => {
    const begun = await content()
    const [first] = begun.devices
    const id = first?.device_id ?? ''
    const changes = changesBetween(begun, {
      ...begun,
      devices: begun.devices.filter(({ device_id }) => device_id !== id),
    })
    expect(changes).toMatchObject([{ kind: 'device', id, before: { device_id: id } }])
    expect(await standings(changes)).toEqual(['byHand'])
    expect((await admin('POST', `/home/${SN}/changes`, { changes })).status).toBe(400)
    await settled(site)
    expect((await content()).devices.map(({ device_id }) => device_id)).toContain(id)
  })

  test('is refused where the gateway has changed in it meanwhile, unless somebody wants it all the same', async () => {
    const begun = await content()
    const changes = changesBetween(begun, renamed(begun, 1, 'Aus dem Zwilling'))
    const other = changesBetween(begun, renamed(begun, 1, 'Inzwischen'))
    expect((await admin('POST', `/home/${SN}/changes`, { changes: other })).status).toBe(202)
    await settled(site)
    expect(await standings(changes)).toEqual(['conflict'])
    const refused = await admin('POST', `/home/${SN}/changes`, { changes })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('HOME_CHANGED_MEANWHILE')])
    expect(await roomNames()).toContain('Inzwischen')
    const despite = changes.map(({ kind, id }) => ({ kind, id }))
    expect((await admin('POST', `/home/${SN}/changes`, { changes, despite })).status).toBe(202)
    await settled(site)
    expect(await roomNames()).toContain('Aus dem Zwilling')
  })

  test('is refused whole where one of it is nothing that a gateway could be, and to whoever is no administrator', async () => {
    const begun = await content()
    const good = changesBetween(begun, renamed(begun, 2, 'Gut'))
    const bad = { kind: 'rule', id: 'x', name: 'x', after: { id: 'x', scenes: 'none' } }
    for (const path of ['changes', 'changes/plan'])
      expect((await admin('POST', `/home/${SN}/${path}`, { changes: [...good, bad] })).status).toBe(400)
    const owner = await callerOf(site, 'demo-home')
    expect((await owner('POST', `/home/${SN}/changes`, { changes: good })).status).toBe(403)
    expect((await admin('POST', '/home/NOBODY/changes', { changes: good })).status).toBe(404)
    await settled(site)
    expect(await roomNames()).not.toContain('Gut')
  })
})
