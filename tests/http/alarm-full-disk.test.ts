import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OutboxMessage } from '#schemas/generated/entities/outbox-message.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { StoreFullError } from '#server/store/errors.ts'
import { deviceOf } from '../channel/homes-kit.ts'
import { HandDriver } from '../gateway/kit.ts'
import { when } from '../gateway/rules-kit.ts'
import { newDisk } from '../store/crashes/power-cut.ts'
import { PostOffice } from '../support/post-office.ts'
import { callerOf, Listener, quickSite } from './gateway-kit.ts'

const SOON = { timeout: 40_000, interval: 100 }
/** Whoever took a letter and was interrupted has lost it after so long. */
const LATER_MS = 130_000
const ALARM = 'Rauch'

/** The demo home with one smoke detector in the hands of the test, on a disk that can be full, before a real mail server. */
async function house(at: string, post: PostOffice) {
  const driver = new HandDriver()
  const site = await quickSite({}, { GATEHOUSE_SMTP: String(await post.open()) }, join(at, 'data'), {
    insideOf: (_catalogue, shipped) => (gateway) => {
      const inside = shipped(gateway)
      return gateway.serialNumber === SN && inside ? { ...inside, drivers: [driver] } : inside
    },
  })
  onTestFinished(() => site.close())
  const home = await callerOf(site, 'demo-home')
  expect((await home('GET', `/home/${SN}/snapshot`)).status).toBe(200)
  driver.host.upsert(deviceOf('SMK100', 'smoke'))
  driver.host.report({ device: 'smoke', service: 'SmokeService', property: 'smoke', value: false })
  return { site, driver }
}

test('S-07 an alarm that goes off while the disk is full arrives once, by scene or by device, even if it is over by then', {
  timeout: 180_000,
}, async (context) => {
  const disk = newDisk(60)
  if (!disk) return context.skip('Without root and loop devices no disk is filled')
  const post = new PostOffice()
  onTestFinished(() => post.close())
  const { site, driver } = await house(disk.at, post)
  const owner = await Listener.of(site, 'demo-home', SN)
  const rule = {
    ...{ id: 'shout', name: 'Hilferuf', rule_logic: 'OR', active: true },
    event_triggers: [when('smoke', 'SmokeService/smoke', true)],
    scenes: [{ id: 'a', name: 'a', alarms: [{ alarmId: 1012 }] }],
  }
  expect(await owner.ask(SN, 'save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })

  const isFull = async (): Promise<void> => {
    disk.fill(0)
    // What the database had room for itself is used up as well.
    const filling = site.store.homes.of(SN)
    for (let n = 0; n < 2000; n++)
      try {
        await filling.put(new Map([[`filler ${n}`, 'x'.repeat(2000)]]))
      } catch (error) {
        expect(error).toBeInstanceOf(StoreFullError)
        return
      }
    throw new Error('The disk does not get full')
  }
  const hasRoom = (): void => rmSync(join(disk.at, 'filler'))
  const letters = (word: string) =>
    post.taken.flatMap(({ to, text }) => (text.includes(word) ? to : [])).toSorted()

  await isFull()
  const smoke = (value: boolean) =>
    driver.host.report({ device: 'smoke', service: 'SmokeService', property: 'smoke', value })
  smoke(true)
  await new Promise((while_) => setTimeout(while_, 300))
  // It is over before anything could be kept of it.
  smoke(false)
  await new Promise((while_) => setTimeout(while_, 7000))
  expect(post.taken).toEqual([])
  hasRoom()

  // To everybody of the home, each once. The second time the disk is full between the letter and the note that it has left.
  let once = true
  post.before = async () => {
    if (!once) return
    once = false
    await isFull()
  }
  await vi.waitFor(() => expect(once).toBe(false), SOON)
  await new Promise((while_) => setTimeout(while_, 7000))
  expect(post.taken.length).toBeLessThanOrEqual(1)
  hasRoom()
  site.pass(LATER_MS)
  const people = ['guest@gatehouse.test', 'home@gatehouse.test', 'support@gatehouse.test']
  await vi.waitFor(() => expect(letters(ALARM)).toEqual(people), SOON)
  await vi.waitFor(() => expect(letters('Wasser')).toEqual(people), SOON)
  const admin = await callerOf(site, 'demo-admin')
  const written = async () =>
    (await admin('GET', '/outbox?limit=1000')).json<{ data: OutboxMessage[] }>().data
  const allLeft = async (): Promise<void> =>
    expect(new Set((await written()).map(({ state }) => state))).toEqual(new Set(['sent']))
  await vi.waitFor(allLeft, SOON)
  // Nothing of it leaves again, whatever the alarm has to say by then to those who have not reacted.
  site.pass(LATER_MS)
  await new Promise((while_) => setTimeout(while_, 6000))
  await vi.waitFor(async () => {
    await allLeft()
    expect(post.taken).toHaveLength((await written()).length)
  }, SOON)
})
