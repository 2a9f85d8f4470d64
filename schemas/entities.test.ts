import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ajvWithSchemas } from '../scripts/gen/validators.ts'

const ajv = ajvWithSchemas()
const files = globSync('schemas/{entities,definitions}/*.json').sort()

/** One full example of what later parts will send; every field of the specification is in it. */
const examples: Record<string, Record<string, unknown>> = {
  rule: {
    id: 'r1',
    name: 'Gute Nacht',
    rule_logic: 'OR',
    active: true,
    time_triggers: [
      {
        id: 't1',
        rule_id: 'r1',
        trigger_id: '1',
        hour: 22,
        minute: 45,
        second: 0,
        repeating: [true, true, true, true, true, true, true],
        isRepeating: true,
        active: true,
      },
    ],
    event_triggers: [
      {
        id: 'e1',
        event_source: 'd1',
        service_name: 'ContactService',
        property_name: 'contact',
        value: false,
        compare_type: 'EQ',
        delay: 10_000,
      },
    ],
    statuses: [{ name: 'night', state: true, icon: 5 }],
    scenes: [
      { id: 's1', name: 'D#E#L#A#Y', delay: 30_000 },
      {
        id: 's2',
        name: 'Licht',
        devices: [
          { id: 'd1', settings: [{ service_name: 'LightService', property_name: 'state', value: false }] },
        ],
        notifications: [{ type: 1, desc: 'x' }],
        alarms: [{ alarmId: 1001 }],
      },
    ],
  },
  alarm: {
    _id: 'a',
    alarmCode: 'FIRE',
    alarmId: 1001,
    alarmName: [{ name: 'Fire', lang: 'en_EN', desc: 'Smoke was found' }],
    alarmPriority: { alarmPriorityCode: 3 },
    revision: 2,
    wayOfNotify: { pushNotification: true, emailNotification: true, SMS: false, call: false },
    escalation: { priority: 3, escalationTime: 60 },
  },
  backup: {
    _id: 'b',
    status: 'success',
    userId: 'u',
    serialNumber: 'S',
    type: 'manual',
    snapshotName: 'Vor den Ferien',
    currentFWVersion: '4.21.3',
    isAutomaticallyBackup: false,
    createdAt: '2026-11-23T03:00:00.000Z',
    size: 96_000,
    devices: 41,
    rooms: 9,
    scenes: 10,
    isEncrypted: false,
  },
  group: {
    ...{ _id: 'g', groupName: 'Bern', description: 'Gateways in Bern', tag: 'be', revision: 2 },
    ...{ users: 2, gateways: 14, createdAt: '2026-11-21T00:00:00Z' },
  },
  campaign: {
    _id: 'c',
    contentId: 'x',
    announcementName: 'Works on the network',
    type: 'email',
    topicType: 'NEWS',
    status: 'In Progress',
    campaignOptions: { progress: 40 },
    finishTaskCount: 4,
    taskCounters: { total: 10, successful: 3, failed: 1, canceled: 0, left: 6 },
    createdAt: '2026-11-20T00:00:00Z',
    timeOfCampaignStart: '2026-11-21T00:00:00Z',
    userInitiated: 'u',
    canCancel: true,
  },
}

test.each(files)('%s compiles and names itself', (file) => {
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { $id: string; title: string }
  expect(schema.$id).toBe(file.replace('schemas/', ''))
  expect(schema.title).toMatch(/^[A-Z][A-Za-z0-9]+$/)
  expect(ajv.getSchema(schema.$id)).toBeDefined()
})

describe.each(Object.entries(examples))('%s', (name, example) => {
  const fits = (value: unknown) => ajv.validate(`entities/${name}.json`, value)

  test('takes a full example', () => {
    expect(fits(example), ajv.errorsText()).toBe(true)
  })

  test('V-01 refuses a key that nobody described', () => {
    expect(fits({ ...example, surprise: 1 })).toBe(false)
  })

  test('misses what it cannot be without', () => {
    const { required } = JSON.parse(readFileSync(`schemas/entities/${name}.json`, 'utf8')) as {
      required: string[]
    }
    for (const key of required)
      expect(fits(Object.fromEntries(Object.entries(example).filter(([field]) => field !== key))), key).toBe(
        false,
      )
  })
})

test('every definition and entity has its types', () => {
  const generated = new Set(
    globSync('schemas/generated/{entities,definitions}/*.ts').map((file) => basename(file, '.ts')),
  )
  expect(files.map((file) => basename(file, '.json')).filter((name) => !generated.has(name))).toEqual([])
})
