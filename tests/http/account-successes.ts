import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import type { Called } from '#server/store/homes/call-addresses.ts'
import { orderedId } from '#server/store/ordered-id.ts'
import { INVITATION } from '#server/store/people/accounts.ts'
import { PushBrowser } from '../support/push-service.ts'
import { alarmSuccesses } from './alarm-successes.ts'
import { announcementSuccesses } from './announcement-successes.ts'
import { bulkSuccesses } from './bulk-successes.ts'
import { factorSuccesses } from './factor-successes.ts'
import { goldenSuccesses } from './golden-homes/successes.ts'
import { demo, type Site } from './kit.ts'
import { own } from './operations.ts'
import { rolloutSuccesses } from './rollouts/successes.ts'
import { operationSuccesses } from './te-operation/successes.ts'

export interface Success {
  ids?: Readonly<Record<string, string>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  query?: string
}

/** What makes an operation about accounts succeed; undefined for the others. */
export async function accountSuccess(site: Site, id: string): Promise<Success | undefined> {
  return successes[id]?.(site)
}

const savedFilter = { screen: 'gate_select', name: 'Offline', asks: { filters: { condition: 'offline' } } }
const tokenFor = (purpose: string): string => `fits-${purpose}`
const put = (site: Site, purpose: string, subject: string, payload?: unknown): Promise<void> =>
  site.store.tokens.replace({
    token: tokenFor(purpose),
    purpose,
    subject,
    payload,
    expiresAt: site.now + 60_000,
  })

/** Somebody who is invited and has not come yet. */
async function invited(site: Site, id: string): Promise<Success> {
  await site.store.accounts.create(
    {
      id,
      username: `${id}@gatehouse.test`,
      groups: ['users'],
      preferredLanguage: 'ch_EN',
      contact: [],
    },
    { passwordHash: null, at: site.now, activated: false, onBoardingSource: INVITATION },
  )
  return { ids: { id } }
}

let newcomers = 0
/** Somebody whom nobody has linked. */
async function newcomer(site: Site, ...subrole: string[]): Promise<string> {
  newcomers++
  const id = `newcomer-${newcomers}`
  await site.store.accounts.create(
    {
      ...{ id, username: `${id}@gatehouse.test`, groups: ['users', ...subrole] },
      ...{ preferredLanguage: 'ch_EN', contact: [] },
    },
    { passwordHash: null, at: site.now },
  )
  return id
}

/** A contact of the owner's that is not confirmed yet. */
async function contactOf({ store: { accounts } }: Site): Promise<string> {
  newcomers++
  const _id = `contact-${newcomers}`
  const { contact = [] } = (await accounts.find(own.userId ?? '')) ?? {}
  await accounts.setContacts(own.userId ?? '', [
    ...contact,
    { _id, contact: `${_id}@gatehouse.test`, contactType: 'email', verified: false },
  ])
  return _id
}

/** A group that the owner and his gateway are in. */
async function groupOf({ store, now }: Site): Promise<string> {
  newcomers++
  const _id = `group-${newcomers}`
  await store.groups.create({ _id, groupName: `Group ${newcomers}`, description: 'Let flats', at: now })
  await store.groups.add(_id, [
    { kind: 'user', id: own.userId ?? '' },
    { kind: 'gateway', id: own.sn ?? '' },
  ])
  return _id
}

/** What a browser makes for its subscription. */
const pushKeys = () => new PushBrowser('push.example').subscription.keys

/** A device that is woken for the owner; what the demo has to say is not urgent, and nothing is sent there meanwhile. */
export async function deviceOf({ store, now }: Site): Promise<string> {
  newcomers++
  const id = `device-${newcomers}`
  const userId = own.userId ?? ''
  const { key } = await store.sessions.create({ id: randomBytes(16).toString('base64url'), userId, at: now })
  await store.pushSubscriptions.keep({
    ...{ id, userId, sessionKey: key, sealed: '', label: 'Firefox, Android', mode: 'urgent' },
    ...{ createdAt: now, endpoint: `https://fcm.googleapis.com/fcm/send/${id}` },
  })
  return id
}

/** A link of the owner's that waits for its code. */
async function linkOf(site: Site): Promise<string> {
  const secondaryAccountId = await newcomer(site)
  const _id = `link-${secondaryAccountId}`
  await site.store.memberships.link({
    ...{ _id, masterAccountId: own.userId ?? '', secondaryAccountId, at: site.now },
    ...{ isSupport: false, verified: false },
  })
  return _id
}

/** An export of the owner's, as far as it is to be. */
async function exportOf({ store, now }: Site, status: 'Pending' | 'In Progress' | 'Completed' = 'Pending') {
  newcomers++
  const [taskId, userId] = [`task${newcomers}`, own.userId ?? '']
  for (const one of await store.exportTasks.running()) await store.exportTasks.remove(one)
  // In one: the server would take over whatever it sees in progress.
  await store.atomically(async ({ exportTasks }) => {
    await exportTasks.create({ id: taskId, userId, requestedBy: userId, requestedAt: now })
    if (status === 'Pending') return
    await exportTasks.start(taskId, now)
    if (status === 'In Progress') return
    await exportTasks.take(taskId, 'run')
    await exportTasks.write(taskId, 'run', 0, Buffer.from('zip'))
    await exportTasks.complete(taskId, 'run', {
      ...{ at: now, size: 3 },
      contents: [{ key: 'profile', about: 'profile', count: 1, files: 2 }],
    })
  })
  return { ids: { taskId } }
}

/** An address of the demo home that is called. */
async function called({ store, now }: Site, what: Called = { resource_id: 'at-home' }) {
  const [id, secret] = [orderedId(now), 'called']
  for (const one of await store.callAddresses.of(demoSerialNumber))
    await store.callAddresses.remove(demoSerialNumber, one.id)
  const address = { id, serialNumber: demoSerialNumber, called: what, madeBy: 'demo-home', madeAt: now }
  await store.callAddresses.put(address, secret)
  return { id, secret }
}

/** Nobody answers there: what it is to follow is kept all the same. */
const calendar = { url: 'https://calendar.invalid/x.ics', before: 0, after: 0 }
const webAddress = { name: 'Board', url: 'https://board.example/in', method: 'POST' }

async function web({ store, now }: Site) {
  const id = orderedId(now)
  for (const one of await store.webAddresses.of(demoSerialNumber))
    await store.webAddresses.remove(demoSerialNumber, one.id)
  await store.webAddresses.put({
    ...{ id, serialNumber: demoSerialNumber, name: 'Board', method: 'POST', sealed: '' },
    ...{ madeBy: 'demo-home', madeAt: now, revision: 1 },
  })
  return id
}

const successes: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  async activate(site) {
    const person = { id: 'waits', username: 'waits@gatehouse.test', groups: ['users'] as [string] }
    await site.store.accounts.create(
      { ...person, preferredLanguage: 'ch_EN', contact: [] },
      { passwordHash: null, at: site.now, activated: false },
    )
    await put(site, 'activation', 'waits')
    return { ids: { token: tokenFor('activation') }, headers: { 'x-activation': '1' } }
  },
  changePass: () => ({
    body: {
      checkSecret: demo.home.secret,
      secret: demo.home.secret,
      confirmation: demo.home.secret,
      logoutOtherClients: true,
    },
  }),
  async hashLogin(site) {
    await site.store.otps.replace({
      userId: 'demo-home',
      action: 'hashLogin',
      uniqueIdentifier: 'demo-home',
      hash: await hashPassword('123456'),
      expiresAt: site.now + 60_000,
    })
    return { body: { identity: demo.home.identity, otp: '123456' } }
  },
  getAccount: () => ({ ids: { id: 'demo-home' } }),
  setSubrole: () => ({ ids: { id: 'demo-guest' }, body: { subrole: 'operator' } }),
  sendPasswordLink: () => ({ ids: { id: 'demo-guest' } }),
  inviteAccount: () => ({}),
  resendInvitation: (site) => invited(site, 'asked-again'),
  withdrawInvitation: (site) => invited(site, 'not-asked'),
  disableAccount: async (site) => {
    const person = { id: 'shut', username: 'shut@gatehouse.test', groups: ['users'] as [string] }
    await site.store.accounts.create(
      { ...person, preferredLanguage: 'ch_EN', contact: [] },
      { passwordHash: null, at: site.now },
    )
    return { ids: { id: 'shut' } }
  },
  enableAccount: () => ({ ids: { id: 'demo-guest' } }),
  listExternalIdentities: () => ({ ids: { id: 'demo-home' } }),
  linkExternalIdentity: () => ({
    ids: { id: 'demo-guest' },
    body: { issuer: 'https://id.example', subject: 'somebody' },
  }),
  async unlinkExternalIdentity(site) {
    const identity = { issuer: 'https://id.example', subject: 'somebody-else', userId: 'demo-guest' }
    await site.store.externalIdentities.add({ ...identity, at: site.now })
    const known = await site.store.externalIdentities.ofUser('demo-guest')
    const { key = '' } = known.find(({ subject }) => subject === identity.subject) ?? {}
    return { ids: { id: 'demo-guest', identity: key } }
  },
  async resetPin(site) {
    await put(site, 'pin', 'DOC4-7F21-90A3', { userId: 'demo-home' })
    return { ids: { hash: tokenFor('pin') }, body: { pin: '4711', confirmation: '4711' } }
  },
  requestPinReset: () => ({ body: { serialNumber: 'DOC4-7F21-90A3' } }),
  async logoutOne(site) {
    const id = await site.sessionOf('demo-home')
    const record = await site.store.sessions.find(id)
    return { body: { sessionId: record?.key } }
  },
  logoutAll: () => ({ body: {} }),
  getLoggedInUsers: () => ({ body: { userId: 'demo-home', limit: 5, skip: 0 } }),
  getSerialNumber: () => ({ ids: { a: demo.home.identity, b: 'demo-gateway' } }),
  updateProfile: () => ({ body: { firstName: 'Seraina', gender: 'female', preferredLanguage: 'ch_DE' } }),
  /** Somebody who is not missed by the operations that follow. */
  async deleteAccount(site) {
    const person = { id: 'leaves', username: 'leaves@gatehouse.test', groups: ['users'] as [string] }
    await site.store.accounts.create(
      { ...person, preferredLanguage: 'ch_EN', contact: [] },
      { passwordHash: await hashPassword('Gatehouse-Test-1'), at: site.now },
    )
    const sessionId = await site.sessionOf('leaves')
    return { ids: { id: 'leaves' }, headers: { sessionId }, body: { checkSecret: 'Gatehouse-Test-1' } }
  },
  async readOutbox(site) {
    await site.store.outbox.put({
      id: 'a-message',
      at: site.now,
      channel: 'mail',
      to: demo.home.identity,
      subject: 'Something',
      state: 'outbox',
      sealed: 'cannot be opened',
    })
    return { ids: { id: 'a-message' } }
  },
  readModel: () => ({ ids: { maker: 'gatehouse', entry: 'DIM200' } }),
  checkModel: () => ({ body: { maker: 'gatehouse', entry: 'DIM200', text: '{}' } }),
  draftModel: () => ({ body: { described: { class: 'ABC1', service_list: [] } } }),
  saveModel: async (site) => {
    const path = '/api/catalogue/models/gatehouse/DIM200'
    const { text, version } = (await site.get(path, await site.sessionOf('demo-admin'))).json<{
      text: string
      version: string
    }>()
    return { ids: { maker: 'gatehouse', entry: 'DIM200' }, body: { text, version } }
  },
  readLegalDocument: () => ({ ids: { name: 'terms' } }),
  async agreeToMails(site) {
    const payload = { serialNumber: own.sn, owner: 'demo-home', address: 'neighbour@example.com' }
    await site.store.tokens.put({
      ...{ token: 'asked', purpose: 'mailConsent', subject: 'asked', payload },
      expiresAt: site.now + 1000,
    })
    return { body: { token: 'asked' } }
  },
  makeCallAddress: () => ({ body: { resource_id: 'at-home' } }),
  removeCallAddress: async (site) => ({ ids: { id: (await called(site)).id } }),
  async putStatusCalendar({ store }) {
    await store.statusCalendars.remove(demoSerialNumber, 'at-home')
    return { ids: { resource_id: 'at-home' }, query: 'revision=0', body: calendar }
  },
  removeStatusCalendar: async (site) => {
    await site.store.statusCalendars.put(
      {
        ...{ serialNumber: demoSerialNumber, resourceId: 'at-home', sealed: '' },
        ...{ madeBy: 'demo-home', madeAt: site.now },
      },
      0,
    )
    return { ids: { resource_id: 'at-home' } }
  },
  makeWebAddress: () => ({ body: webAddress }),
  changeWebAddress: async (site) => ({ ids: { id: await web(site) }, query: 'revision=1', body: webAddress }),
  renewWebAddress: async (site) => ({ ids: { id: await web(site) } }),
  removeWebAddress: async (site) => ({ ids: { id: await web(site) } }),
  async callScene(site) {
    const { id, secret } = await called(site, { rule_id: 'bed-button', trigger_id: 'watch' })
    return { ids: { id, secret } }
  },
  async callStatus(site) {
    return { ids: { secret: (await called(site)).secret, state: 'on' } }
  },
  async refuseMails(site) {
    await site.store.mailConsents.put({
      ...{ serialNumber: own.sn ?? '', owner: 'demo-home', address: 'aunt@example.com' },
      ...{ state: 'agreed', secret: 'of-the-aunt', changedAt: site.now },
    })
    return { ids: { secret: 'of-the-aunt' } }
  },
  async exportUser({ store }) {
    for (const one of await store.exportTasks.running()) await store.exportTasks.remove(one)
    return {}
  },
  createExportTask: () => ({ body: { userId: 'demo-home' } }),
  readExportTask: (site) => exportOf(site),
  startExportTask: (site) => exportOf(site),
  deleteExportTask: (site) => exportOf(site),
  stopExportTask: (site) => exportOf(site, 'In Progress'),
  readExportInfo: (site) => exportOf(site, 'Completed'),
  downloadExport: (site) => exportOf(site, 'Completed'),
  createLinkedAccount: async (site) => ({
    body: { linkedAccountId: await site.store.accounts.linkedId(await newcomer(site)) },
  }),
  linkSupportAccount: async (site) => ({
    body: { linkedAccountId: await site.store.accounts.linkedId(await newcomer(site, 'support')) },
  }),
  resendLinkCode: async (site) => ({ ids: { linkId: await linkOf(site) } }),
  listLinkLimits: async (site) => ({ ids: { linkId: await linkOf(site) } }),
  setLinkLimits: async (site) => ({ ids: { linkId: await linkOf(site) } }),
  clearLinkLimits: async (site) => ({ ids: { linkId: await linkOf(site) } }),
  seeAsLinked: async (site) => ({ ids: { linkId: await linkOf(site) } }),
  async verifyLinkedAccount(site) {
    const id = await linkOf(site)
    const link = await site.store.memberships.find(id)
    await site.store.otps.replace({
      ...{ userId: link?.secondaryAccountId ?? '', action: 'linkAccount', uniqueIdentifier: id },
      ...{ hash: await hashPassword('123456'), expiresAt: site.now + 60_000 },
    })
    return { body: { id, otp: '123456' } }
  },
  subscribePush: () => ({
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/contract', keys: pushKeys() },
  }),
  changePushDevice: async (site) => ({ ids: { pushId: await deviceOf(site) }, body: { mode: 'all' } }),
  removePushDevice: async (site) => ({ ids: { pushId: await deviceOf(site) } }),
  testPushDevice: async (site) => ({ ids: { pushId: await deviceOf(site) } }),
  keepSavedFilter: () => ({ body: savedFilter }),
  async deleteSavedFilter(site) {
    await site.store.savedFilters.keep('demo-home', savedFilter, 20)
    return { query: `screen=${savedFilter.screen}&name=${savedFilter.name}` }
  },
  async answerQuestion({ store, now }) {
    const kept = await store.ruleQuestions.add({
      ...{ id: 'asked', serialNumber: own.sn ?? '', rule_id: 'r', run_id: 'run', message_id: 'm' },
      ...{ at: now, endsAt: now + 60_000, answers: [{ id: 'a1', label: 'Yes' }] },
    })
    const { id } = await store.notifications.add({
      ...{ userId: own.userId ?? '', gateway: own.sn ?? '', at: now, title: 'Well?', body: '', kind: 'rule' },
      questionId: kept.id,
    })
    return { ids: { notificationId: id }, body: { answer: 'a1' } }
  },
  setWantedWay: () => ({ body: { priority: 'high', way: 'SMS', wanted: false } }),
  setQuietHours: () => ({ body: { active: true, from: '22:00', until: '06:30', zone: 'Europe/Zurich' } }),
  addContact: () => ({ body: { contactType: 'email', contact: 'aunt@gatehouse.test' } }),
  changeContact: () => ({ ids: { contactId: 'email-home' }, body: { label: 'Private' } }),
  removeContact: async (site) => ({ ids: { contactId: await contactOf(site) } }),
  setContactNotifications: () => ({ body: { contactIds: ['email-home'] } }),
  resendContactCode: async (site) => ({ ids: { contactId: await contactOf(site) } }),
  async verifyContact(site) {
    const contactId = await contactOf(site)
    await site.store.otps.replace({
      ...{ userId: own.userId ?? '', action: 'contact', uniqueIdentifier: contactId },
      ...{ hash: await hashPassword('123456'), expiresAt: site.now + 60_000 },
    })
    return { ids: { contactId }, body: { otp: '123456' } }
  },
  queryAnalytics: () => ({ query: 'engine=StatisticsReport' }),
  gatewayKpi: () => ({ query: `userId=demo-home&serialNumber=${own.serialNumber}` }),
  createGroup: () => ({ body: { groupName: 'Housing association', description: 'Let flats' } }),
  updateGroup: async (site) => ({
    query: 'revision=1',
    body: { _id: await groupOf(site), groupName: 'Called otherwise', description: 'Let flats' },
  }),
  addUsersToGroup: async (site) => ({ body: { groupId: await groupOf(site), members: [own.sn, 'nobody'] } }),
  getUsersByGroupNames: async (site) => {
    const { groupName } = (await site.store.groups.find(await groupOf(site))) ?? {}
    return { body: { groupNames: [groupName] } }
  },
  getUsersForGroup: async (site) => ({ query: `groupId=${await groupOf(site)}` }),
  getGroupsForOwner: () => ({ query: `userId=${own.userId}` }),
  readGroup: async (site) => ({ ids: { groupId: await groupOf(site) } }),
  deleteGroup: async (site) => ({ ids: { groupId: await groupOf(site) } }),
  removeUserFromGroup: async (site) => ({ ids: { groupId: await groupOf(site) } }),
  removeGatewayFromGroup: async (site) => ({ ids: { groupId: await groupOf(site) } }),
  deleteLinkedAccount: async (site) => ({ body: { id: await linkOf(site) } }),
  ...factorSuccesses,
  ...alarmSuccesses,
  ...announcementSuccesses,
  ...bulkSuccesses,
  ...operationSuccesses,
  ...goldenSuccesses,
  ...rolloutSuccesses,
}
