import { cycle, type Dice, dice } from '../homes/dice.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import type { Account } from '../store/people/accounts.ts'
import { firstNames, houses, lastNames, places, streets } from './names.ts'

/** An account that nobody can sign in to: it has no password. */
export type Owner = Pick<Account, 'id' | 'username' | 'firstName' | 'lastName' | 'groups'>

const COUNT = 250
const UNASSIGNED_EVERY = 9

const models = cycle([
  'DOC400',
  'DOC400',
  'DOC400',
  'VOC200',
  'HA101',
  'HA102',
  'JCO4032',
  'LIV100',
  'JCOW401',
  'JCOW412',
  'JCOW414',
])
const versions = cycle(['4.21.3', '4.21.3', '4.21.3', '4.20.0', '4.19.0', '4.9.0', '4.22.0', '3.4.12'])

/** States that a gateway can be in; most are simply online. */
const states: Readonly<Record<string, Partial<NewGateway>>> = {
  online: {},
  offline: { connectionStatus: 'offline' },
  pinLocked: { lockStatus: 2_147_483_648 },
  privileged: { privileged: true },
  replacing: { replacementInProgress: true },
  upgrading: {
    firmwareUpgradeInProgress: true,
    installationSoftwareId: 'fw-4.22.0',
    installations: [
      {
        softwareId: 'fw-4.22.0',
        history: [
          { status: 'accepted', campaignId: 'autumn', version: '4.22.0' },
          { status: 'downloading', campaignId: 'autumn', version: '4.22.0' },
        ],
      },
    ],
  },
  restoring: { backupRestoreInProgress: true },
  subscriptionLocked: { subscriptionLockMode: 1 },
  restricted: { operationMode: 2 },
}

/** One of 25: which state a gateway is in. */
function stateOf(at: number): string {
  const place = at % 25
  if (place % 6 === 4) return 'offline'
  const rare: Readonly<Record<number, string>> = {
    2: 'pinLocked',
    7: 'privileged',
    11: 'replacing',
    13: 'upgrading',
    17: 'restoring',
    19: 'subscriptionLocked',
    23: 'restricted',
  }
  return rare[place] ?? 'online'
}

/** 250 virtual gateways and who they belong to; the same every time but for their times. */
export function fleet(now: number): { owners: readonly Owner[]; gateways: readonly NewGateway[] } {
  const roll = dice(20_261_121)
  const owners: Owner[] = []
  const gateways = Array.from({ length: COUNT }, (_none, at) => {
    const owner = at % UNASSIGNED_EVERY === 5 ? undefined : ownerOf(at, owners, roll)
    return gatewayOf(at, owner, now, roll)
  })
  return { owners, gateways }
}

/** Now and then somebody has a second gateway. */
function ownerOf(at: number, owners: Owner[], roll: Dice): Owner {
  const former = at % 12 === 7 ? owners.at(-3) : undefined
  if (former) return former
  const [firstName, lastName] = [roll.of(firstNames), roll.of(lastNames)]
  const owner = {
    id: `demo-owner-${at}`,
    username: `${ascii(firstName)}.${ascii(lastName)}.${at}@gatehouse.test`,
    firstName,
    lastName,
    groups: ['users'] as [string, ...string[]],
  }
  owners.push(owner)
  return owner
}

function gatewayOf(at: number, owner: Owner | undefined, now: number, roll: Dice): NewGateway {
  const model = models(at)
  const state = stateOf(at)
  return {
    _id: `demo-gateway-${at}`,
    serialNumber: `${model.slice(0, 4)}-${hex(roll, 4)}-${hex(roll, 4)}`,
    secureId: '********',
    name: nameOf(at, roll),
    model,
    type: 'vg',
    userId: owner?.id ?? null,
    connectionStatus: 'online',
    connectionStatusSince: new Date(now - roll.upTo(30 * 86_400) * 1000).toISOString(),
    connectionType: at % 3 === 0 ? 'wifi_client' : 'ethernet_client',
    currentFWVersion: versions(at + roll.upTo(3)),
    operationMode: 0,
    lockStatus: 0,
    privileged: false,
    subscriptionLockMode: 0,
    backupRestoreInProgress: false,
    replacementInProgress: false,
    firmwareUpgradeInProgress: false,
    isAutomaticallyBackup: at % 50 === 0,
    ...states[state],
  }
}

function nameOf(at: number, roll: Dice): string {
  if (at % 5 === 3) return `${roll.of(houses)} ${roll.of(places)}`
  return `${roll.of(streets)} ${1 + roll.upTo(120)}`
}

const hex = (roll: Dice, digits: number): string =>
  roll
    .upTo(16 ** digits)
    .toString(16)
    .toUpperCase()
    .padStart(digits, '0')

/** As it stands in e-mail addresses. */
const ascii = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
