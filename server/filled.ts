/** A text of locales with its values in their places; a name without a value leaves nothing. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''))
