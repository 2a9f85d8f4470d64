import type { Page } from 'playwright/test'
import german from '../../locales/ch_DE/alarms.json' with { type: 'json' }
import english from '../../locales/ch_EN/alarms.json' with { type: 'json' }
import { call, type Signed } from './at-home.ts'
import { ownDemo } from './demo.ts'

export const words = { ch_DE: german, ch_EN: english }
export const names = {
  ch_DE: { battery: 'Batterie fast leer', scene: 'Hinweis einer Szene', smoke: 'Rauch' },
  ch_EN: { battery: 'Battery nearly empty', scene: "A scene's request", smoke: 'Smoke' },
}

/** A home of its own for each, since alarms are answered; notifications ship off. */
export const test = ownDemo

/** The page of a list: its rows, and the moment from which events are heard. */
export const listOf = (page: Page) => ({
  row: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
  /** Resolves once the channel is open: only then is an event an event. */
  hears: async () => {
    const socket = await page.waitForEvent('websocket', { timeout: 30_000 })
    await socket.waitForEvent('framereceived')
  },
})

export const makes = async (
  demo: string,
  admin: Signed,
  name: string,
  alarmPriorityCode = 0,
): Promise<string> => {
  const alarmName = [{ lang: 'en_EN', name }]
  const made = await call(demo, admin, 'POST', '/alarm/create', { alarmName, alarmPriorityCode })
  return String(made?._id)
}
