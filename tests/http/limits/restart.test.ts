import { expect, test } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { callerOf, quickSite } from '../gateway-kit.ts'
import { demoFolder, type Site } from '../kit.ts'

// Decision 0190
test('Z-01 who is limited stays so over a restart, and finds nothing more while the home is not open yet', {
  timeout: 120_000,
}, async () => {
  const data = demoFolder()
  const first = await quickSite({}, {}, data)
  const home = await callerOf(first, 'demo-home')
  const limits = { everything: false, rooms: ['kitchen'], devices: [], hours: [] }
  expect((await home('PUT', `/crm/linked/limits/demo-link-guest/${SN}`, limits)).status).toBe(204)
  await first.stop()

  const again = await quickSite({}, {}, data)
  try {
    const guest = await callerOf(again, 'demo-guest')
    // At once: whatever is answered before the home is there holds nothing outside.
    const answers = [await guestSees(guest), await settledSees(again, guest)]
    for (const ids of answers) expect(ids.filter((id) => !id.startsWith('kitchen-'))).toEqual([])
    expect(answers[1]).toHaveLength(5)
    expect((await guest('GET', `/home/${SN}/dashboard`)).status).not.toBe(200)
  } finally {
    await again.close()
  }
})

type Guest = Awaited<ReturnType<typeof callerOf>>

async function guestSees(guest: Guest): Promise<string[]> {
  const { devices = [] } = (await guest('GET', `/home/${SN}/snapshot?first=200`)).json<HomeSnapshot>()
  return devices.map(({ device }) => device.id)
}

/** Once all of the home is there, as its owner finds it. */
async function settledSees(site: Site, guest: Guest): Promise<string[]> {
  const owner = await callerOf(site, 'demo-home')
  await expect.poll(async () => (await guestSees(owner)).length, { timeout: 60_000 }).toBeGreaterThan(40)
  return guestSees(guest)
}
