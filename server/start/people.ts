import { AccountNotices } from '../auth/account-notices.ts'
import { Codes } from '../auth/codes.ts'
import { Contacts } from '../auth/contacts.ts'
import { Deletion } from '../auth/deletion.ts'
import { Devices } from '../auth/devices.ts'
import { Factors } from '../auth/factors/factors.ts'
import { passkeyPlace } from '../auth/factors/place.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { LinkedAccounts } from '../gateways/linked-accounts.ts'
import type { Homes } from '../homes/homes.ts'
import type { Broker, Channel } from '../lib/channel/port.ts'
import { Refusal } from '../lib/refusal.ts'
import { IdentityProvider } from '../oauth/identity-provider.ts'
import { Programs } from '../oauth/programs.ts'
import type { BackgroundTasks } from '../outbound/background-tasks.ts'
import type { Mails } from '../outbound/mails.ts'
import { type Seal, sealFor } from '../outbound/seal.ts'
import type { KnownSetup } from '../privacy/documents.ts'
import { PersonalExports } from '../privacy/exports.ts'
import type { AtEnd, Ground } from './ground.ts'

interface Given extends Ground {
  broker: Broker
  channel: Channel
  homes: Homes
  gateways: Gateways
  mails: Mails
  background: BackgroundTasks
  seal: Seal
  /** How long an export waits between its steps, in ms. */
  exportStep: number
  /** Where this server listens, for passkeys where no origin is configured. */
  address(): string
}

/** Accounts: what is theirs, how they sign in, and how they go. */
export function openPeople(given: Given, atEnd: AtEnd) {
  const { config, locales, store, settings, clients, broker, channel, log, now, clock } = given
  const { homes, gateways, mails, background, seal } = given
  const identityProvider = providerOf(given)
  if (settings.flags.EXTERNAL_LOGIN === true && !identityProvider)
    log.warn('EXTERNAL_LOGIN is on, but GATEHOUSE_OIDC_ISSUER is not set: nobody can sign in externally')
  const deletion = new Deletion({
    ...{ store, channel, now, graceMs: config.deletionGraceMs },
    release: (serialNumber, owner) => gateways.assignments.release(serialNumber, 'gateway_unassigned', owner),
  })
  const codes = new Codes(store, mails, seal, now)
  const linkedAccounts = new LinkedAccounts({
    ...{ store, codes, background, channel, settings, now },
    ...{ news: gateways.news, privilege: gateways.privilege },
  })
  const exports = new PersonalExports({
    ...{ store, broker, mails, settings, log, locales, clock, pause: given.exportStep },
    setupOf: (serialNumber) => knownSetup(gateways.backups, serialNumber),
    // Whoever looks back makes the home hand over what it has.
    gathered: (serialNumber) => homes.history(serialNumber, { named: [] }, { from: now(), to: now() }),
  })
  atEnd(() => exports.stop())
  const accountNotices = new AccountNotices(mails)
  return {
    ...{ identityProvider, deletion, codes, linkedAccounts, exports, accountNotices },
    programs: new Programs(store.oauth, clients, now),
    contacts: new Contacts({ store, codes, background }),
    factors: new Factors({
      ...{ store, settings, now, mode: config.mode },
      seal: sealFor(config.store, 'second factors'),
      place: () => passkeyPlace(config.origins, given.address()),
    }),
    devices: new Devices({
      ...{ store, accountNotices, now },
      secure: config.tls !== undefined || config.origins.some((origin) => origin.startsWith('https:')),
    }),
  }
}

/** How a home is set up; of one that cannot be asked, how it was when it was backed up. */
const knownSetup = (
  backups: Pick<Gateways['backups'], 'read' | 'lastKnown'>,
  serialNumber: string,
): Promise<KnownSetup | undefined> =>
  backups.read(serialNumber).then(
    (content) => ({ content }),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return backups.lastKnown(serialNumber)
    },
  )

const providerOf = ({
  config: {
    identityProvider,
    origins: [origin],
  },
  now,
}: Ground): IdentityProvider | undefined =>
  identityProvider && origin !== undefined ? new IdentityProvider(identityProvider, origin, now) : undefined
