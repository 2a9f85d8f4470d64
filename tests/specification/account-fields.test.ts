import { globSync, readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'

const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false })
addFormats.default(ajv)
for (const file of globSync('schemas/entities/*.json'))
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject)

const accepts = (entity: string, value: unknown): boolean =>
  ajv.validate({ $ref: `entities/${entity}.json` }, value) === true

const platform = {
  gateway: { app_version: '4.21.3', osm_version: '1.27.0', ohm_version: '3.6.1', model: 'DOC400' },
  network: { type: 'eth0', ip: '192.168.1.20' },
  lock_status: 0,
}

describe('spec 1 §3 gateway platform info', () => {
  test('with all its fields is accepted', () => {
    expect(accepts('platform-info', platform)).toBe(true)
  })

  // 3.3-037 3.3-038
  test.each([
    ['1.3-043', 'gateway', 'app_version'],
    ['1.3-044', 'gateway', 'osm_version'],
    ['1.3-045', 'gateway', 'ohm_version'],
    ['1.3-046', 'gateway', 'model'],
    ['1.3-047', 'network', 'type'],
    ['1.3-048', 'network', 'ip'],
  ] as const)('%s: has a text %s.%s', (_atom, part, field) => {
    expect(accepts('platform-info', { ...platform, [part]: { [field]: 'x' } })).toBe(true)
    expect(accepts('platform-info', { ...platform, [part]: { [field]: 1 } })).toBe(false)
  })

  // 1.3-049 3.3-039
  test('has a number lock_status', () => {
    expect(accepts('platform-info', { ...platform, lock_status: 4294967294 })).toBe(true)
    expect(accepts('platform-info', { ...platform, lock_status: 'locked' })).toBe(false)
  })
})

describe('spec 1 §3 registration data', () => {
  const contact = {
    label: 'Default',
    contact: 'luc@gatehouse.test',
    isDefault: true,
    contactType: 'email',
  }
  const registration = {
    firstName: 'Luc',
    lastName: 'Zen',
    gender: 'male',
    secret: 'Gate-and-Garden-7',
    confirmation: 'Gate-and-Garden-7',
    identity: 'luc@gatehouse.test',
    preferredLanguage: 'ch_EN',
    contact: [contact],
    userOnBoardingSource: 'SELFCARE',
    agreeRegister: true,
    isPrivacyPolicyAccepted: true,
    areTermsOfServiceAccepted: true,
  }

  test.each([
    ['1.3-063', 'firstName', 'Anna', ''],
    ['1.3-064', 'lastName', 'Petrović', ''],
    ['1.3-065', 'gender', 'female', 'm'],
    ['1.3-066', 'secret', 'Gate-and-Garden-8', 8],
    ['1.3-067', 'identity', 'anna@gatehouse.test', ''],
    ['1.3-068', 'preferredLanguage', 'ch_DE', 'fr'],
    ['1.3-069', 'contact', [{ ...contact, contact: 'anna@gatehouse.test' }], [contact, contact]],
    ['1.3-070', 'userOnBoardingSource', 'SELFCARE', 1],
    ['1.3-071', 'agreeRegister', true, 'yes'],
  ])('%s: needs the field %s, as %j and never as %j', (_atom, field, right, wrong) => {
    expect(accepts('registration', { ...registration, [field]: right })).toBe(true)
    expect(accepts('registration', { ...registration, [field]: wrong })).toBe(false)
    expect(accepts('registration', { ...registration, [field]: undefined })).toBe(false)
  })
})

describe('spec 1 §3 login request', () => {
  const login = { identity: 'home@gatehouse.test', secret: 'x' }

  // 1.3-072 1.3-073
  test.each([['identity'], ['secret']])('needs the text %s', (field) => {
    expect(accepts('login', login)).toBe(true)
    expect(accepts('login', { ...login, [field]: undefined })).toBe(false)
    expect(accepts('login', { ...login, [field]: 1 })).toBe(false)
  })

  test.each([
    ['1.3-074', 'externalLogin'],
    ['1.3-075', 'isPrivacyPolicyAccepted'],
    ['1.3-076', 'areTermsOfServiceAccepted'],
  ])('%s: may say %s, true or false', (_atom, field) => {
    expect(accepts('login', { ...login, [field]: true })).toBe(true)
    expect(accepts('login', { ...login, [field]: 'yes' })).toBe(false)
  })
})

describe('spec 1 §3 and §4 values', () => {
  const user = { id: 'u', username: 'u', groups: ['users'], preferredLanguage: 'ch_DE' }
  const contact = (contactType: string) => ({ ...user, contact: [{ _id: '1', contact: 'x', contactType }] })

  // 1.3-008 3.3-051
  test.each([
    ['email', true],
    ['phone', true],
    ['fax', false],
  ])('a contact of type %s is accepted: %s', (type, accepted) => {
    expect(accepts('user', contact(type))).toBe(accepted)
  })

  const gateway = {
    _id: 'g',
    serialNumber: 'A',
    name: 'A',
    model: 'DOC400',
    userId: null,
    currentFWVersion: '4.21.3',
    operationMode: 0,
    subscriptionLockMode: 0,
  }

  // 1.4-074
  test.each([
    ['online', true],
    ['offline', true],
    ['sleeping', false],
  ])('a gateway that is %s is accepted: %s', (connectionStatus, accepted) => {
    expect(accepts('gateway', { ...gateway, connectionStatus })).toBe(accepted)
  })
})

describe('spec 1 §8 keys of errors', () => {
  const codes = (language: string) =>
    JSON.parse(readFileSync(`locales/${language}/codes.json`, 'utf8')) as Record<string, unknown>

  test.each([
    ['1.8-032', 'ERROR_CREATING_VIRTUAL_GATEWAY', /virtual gateway could not be created/],
    ['1.8-033', 'VIRTUALGV_CREATION_SETTINGS', /switched off/],
    ['1.8-034', 'PASSWORD_CONFIRM_NO_MATCH', /not the same/],
    ['1.8-035', 'REPLACE_GTW_ERROR', /could not be replaced/],
    ['1.8-036', 'REGISTER_DEVICE_REQUEST_FAIL', /could not be registered/],
  ])('%s: %s has words in both languages', (_atom, key, words) => {
    expect(codes('ch_EN')[key]).toMatch(words)
    expect(codes('ch_DE')[key]).toMatch(/\p{L}.*\.$/u)
  })
})

describe('spec 3 §3 export task', () => {
  const task = {
    ...{ _id: 'task-1', userId: 'mia', requestedAt: '2026-07-01T22:15:09.000Z' },
    userProfile: { username: 'mia' },
  }

  test('3.3-062 its status is one of five, and no other', () => {
    for (const status of ['Pending', 'In Progress', 'Completed', 'Canceled', 'Failed'])
      expect(accepts('export-task', { ...task, taskState: { status } }), status).toBe(true)
    for (const status of ['pending', 'Done', 1, undefined])
      expect(accepts('export-task', { ...task, taskState: { status } }), String(status)).toBe(false)
  })
})
