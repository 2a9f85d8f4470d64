import { globSync, readFileSync } from 'node:fs'
import { Language, type Word } from './words.ts'

/** Schemas whose words people write in many files, with what each is about. Tables that exist once are no language. */
export const LANGUAGE: Readonly<Record<string, string>> = {
  screen: 'Screens',
  action: 'Actions',
  condition: 'Conditions',
  resource: 'Resources',
  form: 'Forms',
  menu: 'Menus',
  'device-model': 'Models of devices',
  placement: 'Where a property stands',
  value: 'What a value is',
}

/** Every word of the language with the files of the catalogue that use it. */
export function languageHere(): Word[] {
  const language = new Language(Object.keys(LANGUAGE))
  for (const file of globSync('catalogue/**/*.json').sort()) {
    const [, schema] =
      /"\$schema": "[^"]*\/definitions\/([\w-]+)\.json"/.exec(readFileSync(file, 'utf8')) ?? []
    if (schema) language.read(file, schema)
  }
  return [...language.words.values()]
}
