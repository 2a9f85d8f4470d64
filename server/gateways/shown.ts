import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Settings } from '../settings.ts'

/** With HIDE_SENSITIVE_DATA people have no names here, and of their user name only the beginning (Z-05). */
export function shownBy({ flags }: Settings): (gateway: Gateway) => Gateway {
  if (flags.HIDE_SENSITIVE_DATA !== true) return (gateway) => gateway
  return ({ owner, ...gateway }) =>
    owner ? { ...gateway, owner: { id: owner.id, username: masked(owner.username) } } : gateway
}

/** To whoever holds the gateway, and to nobody in particular: whose it is, is not told. */
export const withoutPeople = ({ owner: _owner, userId: _userId, ...gateway }: Gateway): Gateway => gateway

/** `home@gatehouse.test` → `h***@g***`. */
export const masked = (username: string): string =>
  username
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@')
