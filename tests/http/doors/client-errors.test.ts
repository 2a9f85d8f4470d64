import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Site, stranger } from '../kit.ts'

let site: Site
let sessionId = ''
beforeAll(async () => {
  site = await Site.open()
  sessionId = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const report = (body: object, from = stranger()) =>
  site.call('POST', '/api/client-errors', { headers: { sessionId, 'x-forwarded-for': from }, body })
const fault = { kind: 'fault', message: 'x is not a function', where: '/devices' }

describe('faults that pages report', () => {
  test('are counted by their kind', async () => {
    expect((await report(fault)).status).toBe(204)
    expect(site.running.metrics.text()).toMatch(/gatehouse_client_errors_total\{kind="fault"\} \d+/)
  })

  test.each([
    ['longer than 500 characters', { ...fault, message: 'x'.repeat(501) }],
    ['from a place longer than 200 characters', { ...fault, where: 'x'.repeat(201) }],
    ['of an unknown kind', { ...fault, kind: 'other' }],
    ['with anything else', { ...fault, stack: 'at …' }],
  ])('are refused when they are %s', async (_name, body) => {
    expect((await report(body)).status).toBe(400)
  })

  // 1.3-060, 3.7-006
  test('that are wrong in every field are answered with VALIDATION, one entry per field, each with its pointer', async () => {
    const answer = await report({ kind: 'other', message: '', where: 1 })
    expect(answer.status).toBe(400)
    const entries = answer.json<{ errorCode: string; field?: string }[]>()
    expect(entries.map(({ errorCode }) => errorCode)).toEqual(['VALIDATION', 'VALIDATION', 'VALIDATION'])
    expect(entries.map(({ field }) => field).toSorted()).toEqual(['/kind', '/message', '/where'])
  })

  test('of one address are limited', async () => {
    const from = stranger()
    const answers: number[] = []
    for (let count = 0; count < 11; count++) answers.push((await report(fault, from)).status)
    expect(answers).toEqual([...Array<number>(10).fill(204), 429])
  })
})
