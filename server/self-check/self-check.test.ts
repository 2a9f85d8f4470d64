import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { readConfig } from '../config.ts'
import { Proxies } from '../http/proxies.ts'
import type { Store } from '../store/store.ts'
import { checks } from './checks.ts'
import { SelfCheck } from './self-check.ts'
import { StrangeProxies } from './strange-proxies.ts'

const safe: Config = {
  ...readConfig({
    HOST: '127.0.0.1',
    GATEHOUSE_ORIGIN: 'https://home.example',
    GATEHOUSE_PROXIES: '127.0.0.1',
    GATEHOUSE_SMTP: 'smtps://mail.example',
    GATEHOUSE_METRICS_TOKEN: 'Kae5ohthoo7chaiv',
    DATABASE_URL: 'postgres://127.0.0.1/gatehouse',
  }),
}

interface Situation {
  config?: Partial<Config>
  administrators?: number
  withoutFactor?: number
  strangeProxies?: readonly string[]
  engine?: Store['engine']
  faults?: number
  backupFailure?: string
}

function found({ config = {}, administrators = 1, withoutFactor = 0, ...rest }: Situation) {
  const { strangeProxies = [], engine = 'postgres', backupFailure, faults = 0 } = rest
  const store = {
    engine,
    accounts: { count: async () => administrators },
    factors: { lackedBy: async () => withoutFactor },
  } as unknown as Store
  return new SelfCheck('locales', () => ({
    config: { ...safe, ...config },
    store,
    strangeProxies,
    backupFailure,
    faults,
  }))
}

/** A deployment that each check finds, and no other. */
const unsafe: Readonly<Record<string, Situation>> = {
  demoReachable: { config: { mode: 'demo' } },
  demo: { config: { mode: 'demo', origins: [], proxies: [] } },
  strangeProxy: { strangeProxies: ['10.0.0.7'] },
  proxyWithoutOrigin: { config: { origins: [] } },
  plainOrigin: { config: { origins: ['http://127.0.0.1:8080'] } },
  plainPort: { config: { host: '0.0.0.0' } },
  proxiesEverywhere: { config: { proxies: ['0.0.0.0/0'] } },
  plainGateways: { config: { gateways: { host: '192.0.2.1', port: 1884, tls: undefined } } },
  metricsOpen: { config: { metricsToken: undefined } },
  plainDatabase: { config: { store: 'postgres://gatehouse@db.example/gatehouse' } },
  catalogueFaults: { faults: 3 },
  noBackups: { engine: 'sqlite' },
  backupFailed: {
    config: { backups: { data: 'data', to: '/mnt/copies', everyMs: 1, kept: 1 } },
    backupFailure: 'ENOSPC: no space left on device',
  },
  noMail: { config: { mail: { smtp: undefined, from: 'a@b.example' } } },
  noAdministrator: { administrators: 0 },
  administratorsWithoutFactor: { withoutFactor: 2 },
}

describe('the self-check of a deployment', () => {
  test('finds nothing in a safe one', async () => {
    expect(await found({}).findings('ch_EN')).toEqual([])
  })

  test.each(Object.entries(unsafe))('finds %s, and says what is and what to do', async (id, situation) => {
    for (const language of ['ch_DE', 'ch_EN'] as const) {
      const findings = await found(situation).findings(language)
      expect(findings.map((one) => one.id)).toEqual([id])
      expect(findings[0]?.what).toMatch(/^[^{}]+\.$/)
      expect(findings[0]?.remedy).toMatch(/^[^{}]+$/)
    }
  })

  test('every check but that of the folder is tried here', () => {
    expect(
      checks
        .map(({ id }) => id)
        .filter((id) => id !== 'openFolder')
        .toSorted(),
    ).toEqual(Object.keys(unsafe).toSorted())
  })

  test('what is unsafe comes before advice', async () => {
    const both = found({ config: { metricsToken: undefined, host: '0.0.0.0' } })
    expect((await both.findings('ch_EN')).map(({ weight }) => weight)).toEqual(['unsafe', 'advice'])
  })
})

describe('a proxy that nobody named', () => {
  const seen = (address: string, headers: Record<string, string>, known: string[] = []) => {
    const told: string[] = []
    const proxies = new StrangeProxies(new Proxies(known), (one) => told.push(one))
    const request = { socket: { remoteAddress: address }, headers } as unknown as IncomingMessage
    proxies.see(request)
    proxies.see(request)
    return { told, addresses: proxies.addresses }
  }

  test.each(['127.0.0.1', '::ffff:10.1.2.3', '192.168.1.1', '::1', 'fd00::7'])(
    '%s is told once',
    (address) => {
      const plain = address.replace('::ffff:', '')
      expect(seen(address, { 'x-forwarded-for': '203.0.113.1' })).toEqual({
        told: [plain],
        addresses: [plain],
      })
    },
  )

  test('from far away anybody may send such a header: nobody is told', () => {
    expect(seen('203.0.113.9', { 'x-forwarded-for': '1.2.3.4' }).told).toEqual([])
  })

  test('one that is named, or adds nothing, is none', () => {
    expect(seen('127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }, ['127.0.0.1']).told).toEqual([])
    expect(seen('127.0.0.1', {}).told).toEqual([])
  })
})
