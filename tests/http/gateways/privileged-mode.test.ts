import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Response } from '#schemas/generated/channel.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { callerOf, Listener, quickSite } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await quickSite()
})
afterAll(() => site.close())

const askerOf = async (userId: string) => {
  const listener = await Listener.of(site, userId, SN)
  return async () => (await listener.ask(SN, 'privileged_mode', {})) as Response
}

// 3.7-200
test('privileged_mode tells each over the channel whether somebody works on the gateway alone, also whom that keeps out', async () => {
  const [owner, guest] = [await askerOf('demo-home'), await askerOf('demo-guest')]
  const free = { privileged: false, byMe: false }
  expect(await owner()).toMatchObject({ code: 0, data: { ...free, allowed: true } })
  expect(await guest()).toMatchObject({ code: 0, data: { ...free, allowed: false } })
  const caller = await callerOf(site, 'demo-home')
  expect((await caller('POST', `/udm/device/${SN}/activatePrivilege`)).status).toBeLessThan(300)
  expect(await owner()).toMatchObject({ data: { privileged: true, byMe: true, allowed: true } })
  expect(await guest()).toMatchObject({ code: 0, data: { privileged: true, byMe: false, allowed: false } })
  expect((await caller('POST', `/udm/device/${SN}/deactivatePrivilege`)).status).toBeLessThan(300)
  expect(await guest()).toMatchObject({ data: free })
})
