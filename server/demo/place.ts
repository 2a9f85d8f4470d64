import { ConfigError } from '../config/values.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'

/** Ids of what a demo is seeded with; nothing else begins so. */
const SEEDED = 'demo-'
const CAMPAIGNS = 'autumn-'

/** Longer lists nobody reads in a log. */
const MOST_NAMED = 20

/**
 * Data of a demo and data of people stay apart: everybody knows the passwords of the one, and the other must
 * never get such accounts.
 */
export async function keepDemoApart(
  store: Store,
  { mode, forgetDemo }: Pick<Config, 'mode' | 'forgetDemo'>,
  { log, now }: { log: Log; now: number },
): Promise<void> {
  const isDemo = (await store.marks.since('demo')) !== undefined
  if (mode === 'demo') {
    if (!isDemo && (await store.accounts.count()) > 0)
      throw new ConfigError(
        'GATEHOUSE_MODE',
        'these data belong to people, and the demo would add accounts whose passwords everybody knows. ' +
          'For the demo choose another folder (GATEHOUSE_DATA); for production say GATEHOUSE_MODE=production.',
      )
    return
  }
  if (!isDemo) return
  if (!forgetDemo)
    throw new ConfigError(
      'GATEHOUSE_MODE',
      'these data are those of a demo, whose passwords everybody knows. Choose another folder (GATEHOUSE_DATA) or ' +
        'database, or start with GATEHOUSE_FORGET_DEMO=yes, which removes accounts, homes and gateways of the demo.',
    )
  await forget(store, { log, now })
}

async function forget(store: Store, { log, now }: { log: Log; now: number }): Promise<void> {
  const gone = await store.atomically(async ({ purge, marks, audit }) => {
    const facts = {
      accounts: await purge.accounts(SEEDED),
      gateways: await purge.gateways(SEEDED),
      firmware: await purge.firmware(CAMPAIGNS),
      operations: await purge.fleet(SEEDED),
    }
    for (const mark of ['demo', 'counted', 'offline-counted'] as const) await marks.remove(mark)
    await audit.append({ who: 'system', what: 'forgetDemo', at: now, result: 'ok', facts })
    return facts
  })
  log.warn(gone, 'Accounts, homes and gateways of the demo are removed')
  const { data, count } = await store.people.list({ page: 1, limit: MOST_NAMED })
  if (count > 0)
    log.warn(
      { count, accounts: data.map(({ username, groups }) => `${username} (${groups.join(', ')})`) },
      'These accounts were made by somebody while it was a demo; they stay: look whether you know them',
    )
}
