import type { User } from '#schemas/generated/entities/user.ts'

/** Of somebody else, whose home an administrator looks at, by the name that he was found under. */
export const nameOf = ({ firstName, lastName, username }: User, viewing?: string): string =>
  viewing ?? ([firstName, lastName].filter(Boolean).join(' ') || username)
