/** Whether a text is one of these. */
export const isMember = <T extends string>(all: readonly T[], one: string): one is T =>
  (all as readonly string[]).includes(one)
