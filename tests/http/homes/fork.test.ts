import { describe, expect, test } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { isSameHome } from '#gateway/lib/backups/content.ts'
import { createTwin } from '#gateway/twin/twin.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { TestClock } from '../../gateway/test-clock.ts'
import { callerOf } from '../gateway-kit.ts'
import { demoBackups } from './backups-kit.ts'

const kit = demoBackups()
const fork = async (body: object = {}): Promise<HomeFork> => {
  const answer = await (await callerOf(kit.site, 'demo-admin'))('POST', `/home/${SN}/fork`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<HomeFork>()
}
const twinOf = async (from: HomeFork) => {
  const twin = createTwin({
    ...{ serialNumber: `${SN}-twin`, fork: from, clock: new TestClock() },
    ...{ scenes: vocabulary as SceneVocabulary, transport: { event: () => undefined } },
  })
  await twin.start()
  return twin
}

describe('what a gateway is forked from', () => {
  test('makes a twin that is set up as the gateway is, and nothing of the gateway changes', async () => {
    const before = await fork()
    expect(before).toMatchObject({ serialNumber: SN, source: 'live', unknown: [] })
    expect(before.snapshot.devices).toHaveLength(before.snapshot.total)
    expect(before.content.rules.length).toBeGreaterThan(3)
    expect(before.statuses.length).toBe(before.content.statuses.length)
    const twin = await twinOf(before)
    const { settings: _now, ...content } = await twin.content()
    const { settings: _then, ...asForked } = before.content
    expect(isSameHome(content, asForked)).toBe(true)
    const { settings: _after, ...after } = (await fork()).content
    expect(isSameHome(after, asForked)).toBe(true)
  })

  test('is a backup of the same gateway where one is named: with its names, all devices in reach', async () => {
    const { home, made } = kit
    const backup = await made()
    const { devices: [first] = [] } = (await fork()).content
    const renamed = await (await callerOf(kit.site, 'demo-admin'))('GET', `/home/${SN}/snapshot?first=1`)
    expect(renamed.status).toBe(200)
    const from = await fork({ backupId: backup._id })
    expect(from).toMatchObject({ source: 'backup', snapshotName: backup.snapshotName, unknown: [] })
    expect(from.snapshot.devices.map(({ device }) => device.status)).toEqual(
      from.snapshot.devices.map(() => 2),
    )
    expect(from.content.devices.find(({ device_id }) => device_id === first?.device_id)).toEqual(first)
    expect((await home('POST', `/home/${SN}/fork`, {})).status).toBe(403)
  })

  test('is refused without its passphrase, for a backup of nobody, and for an unknown gateway', async () => {
    const admin = await callerOf(kit.site, 'demo-admin')
    const locked = await kit.made({ passphrase: 'Ganz geheim 2026!' })
    const refused = await admin('POST', `/home/${SN}/fork`, { backupId: locked._id })
    expect(refused.text).toContain('BACKUP_PASSPHRASE_NEEDED')
    expect((await fork({ backupId: locked._id, passphrase: 'Ganz geheim 2026!' })).source).toBe('backup')
    expect((await admin('POST', `/home/${SN}/fork`, { backupId: 'nobody' })).text).toContain('BACKUP_GONE')
    expect((await admin('POST', '/home/NOBODY/fork', {})).status).toBe(404)
  })

  test('is noted with who asked', async () => {
    await fork()
    const admin = await callerOf(kit.site, 'demo-admin')
    const { data } = (await admin('GET', `/audit?searchText=${SN}`)).json<{
      data: { what: string; who: string }[]
    }>()
    expect(data.filter(({ what }) => what === 'forkHome')).not.toEqual([])
  })
})
