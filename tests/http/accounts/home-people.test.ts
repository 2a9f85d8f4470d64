import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

test('who may use a home is known by name to whoever may use it, and to nobody else', async () => {
  const guest = await site.sessionOf('demo-guest')
  const answer = await site.get(`/api/home/${SN}/people`, guest)
  const { people } = answer.json<{ people: { user_id: string; name: string }[] }>()
  expect(people.map(({ user_id }) => user_id).toSorted()).toEqual(['demo-guest', 'demo-home', 'demo-support'])
  expect(people.find(({ user_id }) => user_id === 'demo-home')?.name).toBe('Seraina Bühler')
  // Nothing else of anybody: no address, no role.
  expect([...new Set(people.flatMap((one) => Object.keys(one)))].toSorted()).toEqual(['name', 'user_id'])
})

test('14.11 administrators are told how much of it each of them finds, with whoever finds a part', async () => {
  const admin = await site.sessionOf('demo-admin')
  const told = async () =>
    (await site.get(`/api/home/${SN}/people`, admin))
      .json<{ people: { user_id: string; inHome: string }[] }>()
      .people.map(({ user_id, inHome }) => `${user_id} ${inHome}`)
      .toSorted()
  expect(await told()).toEqual(['demo-guest secondary', 'demo-home owner', 'demo-support support'])
  const links = await site.store.memberships.linksOf('demo-home')
  const guest = links.find(({ secondaryAccountId }) => secondaryAccountId === 'demo-guest')
  await site.store.linkLimits.set(guest?._id ?? '', SN, {
    everything: false,
    devices: ['kitchen-ceiling'],
    rooms: [],
    hours: [],
  })
  expect(await told()).toEqual(['demo-guest limited', 'demo-home owner', 'demo-support support'])
})
