import type { NewGateway } from '#server/store/gateways/gateways.ts'
import type { Account } from '#server/store/people/accounts.ts'

export const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  username: `${id}@gatehouse.test`,
  groups: ['users'],
  preferredLanguage: 'ch_DE',
  contact: [],
  ...more,
})

export const gateway = (serialNumber: string, more: Partial<NewGateway> = {}): NewGateway => ({
  _id: `id-${serialNumber}`,
  serialNumber,
  name: `Home ${serialNumber}`,
  model: 'HA101',
  userId: null,
  connectionStatus: 'offline',
  operationMode: 0,
  subscriptionLockMode: 0,
  ...more,
})
