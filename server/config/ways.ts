import { isLoopback } from '../lib/addresses.ts'
import type { HttpGateway } from '../outbound/carriers/http-gateway.ts'
import type { PushServices } from '../outbound/carriers/push.ts'
import type { WhatsApp } from '../outbound/carriers/whatsapp.ts'
import { ConfigError, listOf, oneOf } from './values.ts'
import type { VariableName } from './variables.ts'

/** The ways out of the house besides mails. */
export interface WaysConfig {
  /** undefined: no device is woken. */
  push: PushServices | undefined
  sms: HttpGateway | undefined
  call: HttpGateway | undefined
  whatsapp: WhatsApp | undefined
  /** Hosts with their port that scenes may call although they are in a private network. */
  privateCalls: readonly string[]
}

type Get = (name: VariableName) => string | undefined

export const waysOf = (get: Get, mailFrom: string): WaysConfig => ({
  push: pushOf(get, mailFrom),
  sms: httpGatewayOf(get, 'GATEHOUSE_SMS'),
  call: httpGatewayOf(get, 'GATEHOUSE_CALL'),
  whatsapp: whatsAppOf(get),
  privateCalls: privateCallsOf(get),
})

const isYes = (get: Get, name: VariableName): boolean => oneOf(name, get(name), ['yes', 'no']) === 'yes'

function pushOf(get: Get, mailFrom: string): PushServices | undefined {
  const hosts = listOf(get('GATEHOUSE_PUSH_HOSTS'))
  if (hosts.join() === 'none') return undefined
  const strange = hosts.find((host) => !/^(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$/i.test(host))
  if (strange !== undefined)
    throw new ConfigError(
      'GATEHOUSE_PUSH_HOSTS',
      `${strange} is no host such as push.example or *.push.example`,
    )
  const contact = get('GATEHOUSE_PUSH_CONTACT') ?? `mailto:${/<(.*)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
  if (!/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(contact))
    throw new ConfigError('GATEHOUSE_PUSH_CONTACT', 'an address such as mailto:home@example.org')
  return { hosts, contact, privateAllowed: isYes(get, 'GATEHOUSE_PUSH_PRIVATE') }
}

function privateCallsOf(get: Get): readonly string[] {
  const hosts = listOf(get('GATEHOUSE_SCENE_HOSTS'))
  const strange = hosts.find((host) => !/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(host))
  if (strange !== undefined)
    throw new ConfigError('GATEHOUSE_SCENE_HOSTS', `${strange} is no host such as 192.0.2.20:8123`)
  return hosts.map((host) => host.toLowerCase())
}

function httpGatewayOf(get: Get, name: 'GATEHOUSE_SMS' | 'GATEHOUSE_CALL'): HttpGateway | undefined {
  const given = get(name)
  if (given === undefined) return undefined
  const privateAllowed = isYes(get, `${name}_PRIVATE`)
  const template = get(`${name}_TEMPLATE`) ?? ''
  if (!template.includes('{to}') || !template.includes('{text}'))
    throw new ConfigError(`${name}_TEMPLATE`, 'needs {to} and {text} in it')
  return {
    address: serviceAt(name, given, privateAllowed),
    template,
    token: get(`${name}_TOKEN`),
    privateAllowed,
  }
}

function whatsAppOf(get: Get): WhatsApp | undefined {
  const sender = get('GATEHOUSE_WHATSAPP_NUMBER')
  if (sender === undefined) return undefined
  if (!/^\d{1,30}$/.test(sender))
    throw new ConfigError('GATEHOUSE_WHATSAPP_NUMBER', 'the id of the number, which has digits only')
  const token = get('GATEHOUSE_WHATSAPP_TOKEN')
  if (token === undefined)
    throw new ConfigError('GATEHOUSE_WHATSAPP_TOKEN', 'needed together with GATEHOUSE_WHATSAPP_NUMBER')
  const privateAllowed = isYes(get, 'GATEHOUSE_WHATSAPP_PRIVATE')
  const address = serviceAt('GATEHOUSE_WHATSAPP', get('GATEHOUSE_WHATSAPP') ?? '', privateAllowed)
  const named = get('GATEHOUSE_WHATSAPP_TEMPLATE')
  const [, name, language] = /^([a-z0-9_]+)\/([A-Za-z]{2,3}(?:_[A-Za-z]+)?)$/.exec(named ?? '') ?? []
  if (named !== undefined && (name === undefined || language === undefined))
    throw new ConfigError('GATEHOUSE_WHATSAPP_TEMPLATE', 'name and language, e.g. gatehouse_notice/de')
  const template = name !== undefined && language !== undefined ? { name, language } : undefined
  return { address, sender, token, template, privateAllowed }
}

function serviceAt(name: VariableName, given: string, privateAllowed: boolean): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const speaks =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && privateAllowed && isLoopback(url.hostname))
  if (!url || !speaks)
    throw new ConfigError(
      name,
      `an https:// address; only a loopback address may go without encryption, with ${name}_PRIVATE=yes`,
    )
  return url
}
