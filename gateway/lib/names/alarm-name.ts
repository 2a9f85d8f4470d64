/** `ch_DE` and `de_DE` are the same to people: of ours the country comes first. */
const speechOf = (code: string): string => code.replace(/^ch_/, '').slice(0, 2).toLowerCase()

/** How an alarm is called in a language; without a name in it, as it is called first. */
export const alarmNameIn = <Name extends { lang?: string }>(
  names: readonly Name[],
  language: string,
): Name | undefined => names.find(({ lang = '' }) => speechOf(lang) === speechOf(language)) ?? names[0]
