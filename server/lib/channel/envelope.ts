import permissions from '#catalogue/permissions.json' with { type: 'json' }
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Request } from '#schemas/generated/channel.ts'
import type { Interest } from '#schemas/generated/entities/interest.ts'
import { interest as isInterest, request as isRequest } from '#schemas/generated/validate-commands.js'

const DEPTH = 32
const BREADTH = 10_000

/** Commands that the channel describes; each names its policy. */
const commands = new Map(
  Object.entries(asyncapi.components.messages).flatMap(([name, message]) =>
    message['x-kind'] === 'command' && 'x-policy' in message ? [[name, message] as const] : [],
  ),
)

const policyOf = (command: string): string | undefined => commands.get(command)?.['x-policy']

/** Whether persons may send it at all; not what only the server asks for, and not what the channel doesn't describe. */
export const isForPersons = (command: string): boolean =>
  policyOf(command) === 'gateway' || isForAdmins(command)

export const isForAdmins = (command: string): boolean => policyOf(command) === 'admin'

/** What a program must be allowed to send it; without it no program may. */
export function scopeOf(command: string): string | undefined {
  const described = commands.get(command)
  return described && 'x-scope' in described ? described['x-scope'] : undefined
}

/** Whether a command changes something, and is refused while the gateway's condition forbids it. */
export const changesSomething = (command: string): boolean => commands.get(command)?.['x-changes'] ?? true

/** What is in some permission changes something, or sets something in motion, whatever the channel says of it. */
const permitted = new Set(
  Object.values(permissions.permissions).flatMap(({ commands: names }): string[] => names),
)

/** Whether it does nothing but answer what there is: all that whoever only looks on may send (decision 0216). */
export const onlyLooks = (command: string): boolean =>
  isForPersons(command) && !isForAdmins(command) && !changesSomething(command) && !permitted.has(command)

/** What the server keeps it also answers; the gateway hears nothing of it. */
export function isAnsweredByServer(command: string): boolean {
  const described = commands.get(command)
  return described !== undefined && 'x-answered-by' in described
}

/** The request in a message, or undefined when it isn't one. */
export function readRequest(payload: Buffer): Request | undefined {
  const value = readJson(payload)
  return isRequest(value) ? (value as Request) : undefined
}

/** The interest in a message, or undefined when it is none. */
export function readInterest(payload: Buffer): Interest | undefined {
  const value = readJson(payload)
  return isInterest(value) ? (value as Interest) : undefined
}

/** JSON that is no deeper and no broader than any message needs to be, or undefined. */
export function readJson(payload: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(payload.toString())
    return bearable(value, DEPTH) ? value : undefined
  } catch {
    return undefined
  }
}

function bearable(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  const parts = Array.isArray(value) ? value : Object.entries(value)
  if (parts.length > BREADTH) return false
  return Array.isArray(value)
    ? value.every((part) => bearable(part, depth - 1))
    : Object.entries(value).every(([key, part]) => key !== '__proto__' && bearable(part, depth - 1))
}
