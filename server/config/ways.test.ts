import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const ways = (environment: Record<string, string>) => readConfig(environment).ways

describe('the ways out of the house', () => {
  test('without configuration: the push services of the usual browsers, and nothing else', () => {
    const { push, ...others } = ways({})
    expect(push).toEqual({
      hosts: [
        'fcm.googleapis.com',
        '*.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
      contact: 'mailto:gatehouse@localhost',
      privateAllowed: false,
    })
    expect(others).toEqual({ sms: undefined, call: undefined, whatsapp: undefined, privateCalls: [] })
  })

  test('push services hear from the sender of mails, or whoever is named', () => {
    expect(ways({ GATEHOUSE_MAIL_FROM: 'Gatehouse <home@example.org>' }).push?.contact).toBe(
      'mailto:home@example.org',
    )
    expect(ways({ GATEHOUSE_PUSH_CONTACT: 'https://home.example/contact' }).push?.contact).toBe(
      'https://home.example/contact',
    )
    expect(ways({ GATEHOUSE_PUSH_HOSTS: 'none' }).push).toBeUndefined()
  })

  test('each is read as it is written', () => {
    const { sms, call, whatsapp } = ways({
      GATEHOUSE_SMS: 'https://key:k7Hq2mZx@sms.example/send',
      GATEHOUSE_CALL: 'http://127.0.0.1:9000/call',
      GATEHOUSE_CALL_PRIVATE: 'yes',
      GATEHOUSE_CALL_TEMPLATE: 'to={to}&say={text}',
      GATEHOUSE_CALL_TOKEN: 'k7Hq2mZx',
      GATEHOUSE_WHATSAPP_NUMBER: '4711',
      GATEHOUSE_WHATSAPP_TOKEN: 'k7Hq2mZx',
      GATEHOUSE_WHATSAPP_TEMPLATE: 'gatehouse_notice/de_CH',
    })
    expect(sms).toMatchObject({ template: '{"to":{to},"text":{text},"id":{id}}', privateAllowed: false })
    expect(call).toMatchObject({ template: 'to={to}&say={text}', token: 'k7Hq2mZx', privateAllowed: true })
    expect(whatsapp).toMatchObject({
      sender: '4711',
      template: { name: 'gatehouse_notice', language: 'de_CH' },
    })
    expect(whatsapp?.address.href).toBe('https://graph.facebook.com/v23.0')
  })

  test.each([
    ['GATEHOUSE_SMS', { GATEHOUSE_SMS: 'http://sms.example/send', GATEHOUSE_SMS_PRIVATE: 'yes' }],
    ['GATEHOUSE_SMS', { GATEHOUSE_SMS: 'http://127.0.0.1/send' }],
    ['GATEHOUSE_CALL', { GATEHOUSE_CALL: 'nowhere' }],
    [
      'GATEHOUSE_SMS_TEMPLATE',
      { GATEHOUSE_SMS: 'https://sms.example', GATEHOUSE_SMS_TEMPLATE: '{"to":{to}}' },
    ],
    ['GATEHOUSE_WHATSAPP_TOKEN', { GATEHOUSE_WHATSAPP_NUMBER: '4711' }],
    ['GATEHOUSE_WHATSAPP_NUMBER', { GATEHOUSE_WHATSAPP_NUMBER: '../4711', GATEHOUSE_WHATSAPP_TOKEN: 't' }],
    [
      'GATEHOUSE_WHATSAPP_TEMPLATE',
      {
        GATEHOUSE_WHATSAPP_NUMBER: '1',
        GATEHOUSE_WHATSAPP_TOKEN: 't',
        GATEHOUSE_WHATSAPP_TEMPLATE: 'notice',
      },
    ],
    ['GATEHOUSE_PUSH_HOSTS', { GATEHOUSE_PUSH_HOSTS: 'https://push.example' }],
    ['GATEHOUSE_PUSH_HOSTS', { GATEHOUSE_PUSH_HOSTS: '*' }],
    ['GATEHOUSE_PROXIES', { GATEHOUSE_PROXIES: 'nginx' }],
    ['GATEHOUSE_PROXIES', { GATEHOUSE_PROXIES: '10.0.0.1, 127.0.0.1/99' }],
    ['GATEHOUSE_PROXIES', { GATEHOUSE_PROXIES: '10.0.0.0/8/8' }],
    ['GATEHOUSE_PUSH_CONTACT', { GATEHOUSE_PUSH_CONTACT: 'home@example.org' }],
    ['GATEHOUSE_PUSH_PRIVATE', { GATEHOUSE_PUSH_PRIVATE: 'perhaps' }],
  ])('V-11 %s that is doubtful lets nothing start: %j', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}\\b`))
  })
})
