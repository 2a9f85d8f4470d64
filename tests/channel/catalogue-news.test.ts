import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { Browser, deviceOf, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-catalogue-'))
let street: Street
beforeAll(async () => {
  cpSync('catalogue', folder, { recursive: true })
  street = await Street.open({ folder })
})
afterAll(async () => {
  await street.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Somebody edits the file of a model. */
function edit(model: string, change: (entry: Record<string, unknown>) => void): void {
  const path = join(folder, 'devices', 'gatehouse', `${model}.json`)
  const entry = JSON.parse(readFileSync(path, 'utf8'))
  change(entry)
  writeFileSync(path, JSON.stringify(entry, null, 2))
}

test('when a catalogue file changes, who may use a gateway with such devices is told which are drawn otherwise', async () => {
  const { serialNumber, owner } = await street.home([deviceOf('SWI100', 'lamp'), deviceOf('DIM200', 'spot')])
  const before = await street.homes.layouts(serialNumber)
  const browser = await Browser.at(street.world, owner, serialNumber)
  const { world } = street
  const admin = await world.user('admin')
  const watching = await Browser.at(world, admin, serialNumber)
  const stranger = await world.user()
  const other = await world.enter(await world.visitor(stranger))
  await other.subscribe(topics.userEvents(stranger))

  edit('SWI100', (entry) => {
    entry.icon = entry.icon === 'plug' ? 'bulb' : 'plug'
  })

  await vi.waitFor(() => expect(browser.news().map(({ event }) => event)).toContain('catalogue_changed'), {
    timeout: 25_000,
    interval: 20,
  })
  const news = browser.news().find(({ event }) => event === 'catalogue_changed')
  const after = await street.homes.layouts(serialNumber)
  expect(news?.data).toEqual({ serialNumber, layouts: { lamp: after.lamp } })
  expect(after.lamp).not.toBe(before.lamp)
  expect(after.spot).toBe(before.spot)
  expect(street.catalogue.byHash(after.lamp ?? '')).toBeDefined()
  await vi.waitFor(() => expect(watching.news()).toMatchObject([{ event: 'catalogue_changed' }]), WAIT)
  await other.settled()
  expect(other.messages()).toEqual([])
}, 60_000)
