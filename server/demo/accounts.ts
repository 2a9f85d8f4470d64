import { hashPassword } from '../auth/passwords/password-hash.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import type { Account } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedBulk } from './bulk.ts'
import { demoCentres, demoPoints } from './centres.ts'
import { fleet } from './fleet.ts'
import { demoGroups } from './groups.ts'
import { demoLife } from './life.ts'
import { seedOperations } from './operations.ts'

/** Anybody may know these: they exist in the demo only, which serves one machine (decision 0006). */
export const demoAccounts = [
  { username: 'home@gatehouse.test', password: 'Gatehouse-Home-1', about: 'owner of the home' },
  { username: 'admin@gatehouse.test', password: 'Gatehouse-Admin-1', about: 'administrator' },
  { username: 'guest@gatehouse.test', password: 'Gatehouse-Guest-1', about: 'linked to the home' },
  { username: 'support@gatehouse.test', password: 'Gatehouse-Support-1', about: 'support of the home' },
] as const

/** The gateway of the demo home. */
export const demoSerialNumber = 'DOC4-7F21-90A3'

/** The owner of the demo home. */
export const demoOwner = 'demo-home'

const people: Readonly<Record<string, Omit<Account, 'username' | 'contact' | 'preferredLanguage'>>> = {
  'home@gatehouse.test': { id: demoOwner, firstName: 'Seraina', lastName: 'Bühler', groups: ['users'] },
  'admin@gatehouse.test': { id: 'demo-admin', firstName: 'Markus', lastName: 'Aebischer', groups: ['admin'] },
  'guest@gatehouse.test': { id: 'demo-guest', firstName: 'Lino', lastName: 'Bühler', groups: ['users'] },
  'support@gatehouse.test': {
    id: 'demo-support',
    firstName: 'Nora',
    lastName: 'Widmer',
    groups: ['users', 'support'],
  },
}

const home: NewGateway = {
  _id: 'demo-gateway',
  serialNumber: demoSerialNumber,
  secureId: '********',
  name: 'Lindenweg 14',
  model: 'DOC400',
  type: 'vg',
  userId: demoOwner,
  connectionStatus: 'online',
  connectionType: 'ethernet_client',
  currentFWVersion: '4.21.3',
  operationMode: 0,
  lockStatus: 0,
  privileged: false,
  subscriptionLockMode: 0,
  backupRestoreInProgress: false,
  replacementInProgress: false,
  firmwareUpgradeInProgress: false,
  isAutomaticallyBackup: true,
  swVersions: { ohmVersion: '2.18.8' },
}

/** Everybody may read these passwords: a second demo of this process needs no salt of its own. */
let hashes: Promise<readonly string[]> | undefined

/** What is kept about the demo's owner, as he would ask for it. */
export const demoExport = 'demoexport'

/** Makes accounts, home and fleet unless they are there. */
export async function seedDemo(
  store: Store,
  { now, policyVersion }: { now: number; policyVersion: string },
): Promise<void> {
  if ((await store.marks.since('demo')) !== undefined) return
  hashes ??= Promise.all(demoAccounts.map(({ password }) => hashPassword(password)))
  const passwordHashes = await hashes
  const { owners, gateways } = fleet(now)
  const furnish = await demoLife(home, gateways, now)
  await store.atomically(
    async ({ accounts, memberships, marks, gateways: known, groups, centres, exportTasks, ...kept }) => {
      await marks.put('demo', now)
      for (const [at, { username }] of demoAccounts.entries()) {
        const person = people[username]
        if (person)
          await accounts.create(
            { ...person, ...reachedAt(username) },
            { passwordHash: passwordHashes[at] ?? null, at: now, policyVersion },
          )
      }
      for (const owner of owners)
        await accounts.create({ ...owner, ...reachedAt(owner.username) }, { passwordHash: null, at: now })
      await known.createMany([{ ...home, connectionStatusSince: new Date(now).toISOString() }, ...gateways])
      await centres.put(demoCentres, demoPoints([home, ...gateways]))
      await furnish(kept)
      await seedBulk(kept, gateways, now)
      await seedOperations(kept, gateways, now)
      const told = [demoOwner, ...owners.map(({ id }) => id)]
      await seedAnnouncements(kept, told, now)
      const linked = { masterAccountId: demoOwner, verified: true, at: now }
      await memberships.link({
        ...linked,
        _id: 'demo-link-guest',
        secondaryAccountId: 'demo-guest',
        isSupport: false,
      })
      await memberships.link({
        ...linked,
        _id: 'demo-link-support',
        secondaryAccountId: 'demo-support',
        isSupport: true,
      })
      await exportTasks.create({
        ...{ id: demoExport, userId: demoOwner, requestedBy: demoOwner, requestedAt: now },
      })
      for (const { members, ...group } of demoGroups([home, ...gateways], 'demo-support')) {
        await groups.create({ ...group, at: now })
        await groups.add(group._id, members)
      }
    },
  )
}

const reachedAt = (username: string): Pick<Account, 'username' | 'contact' | 'preferredLanguage'> => ({
  username,
  preferredLanguage: 'ch_DE',
  contact: [
    {
      _id: `email-${username.split('@')[0]}`,
      contact: username,
      contactType: 'email',
      isDefault: true,
      sendNotification: true,
    },
  ],
})
