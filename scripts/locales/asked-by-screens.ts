import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { type Asked, addAll, type Places } from './asked.ts'
import { actionsOf } from './asked-by-actions.ts'
import { fieldsOf } from './asked-by-fields.ts'
import { readAll } from './files.ts'

/** Keys of the screens themselves: `screens.<id>.*`. */
function wordsOf(screen: Screen, { keys, below }: Asked): void {
  const words = `screens.${screen.id}`
  const ask = (...names: string[]): void =>
    addAll(
      keys,
      names.map((name) => `${words}.${name}`),
    )
  ask('title')
  // It says of each of them what it is.
  if ('views' in screen)
    addAll(
      keys,
      (screen.views ?? []).map((view) => `screens.${view}.view`),
    )
  switch (screen.kind) {
    case 'form':
      ask('text', 'submit', ...(screen.tabs ?? []).map((tab) => `tabs.${tab}`))
      return
    case 'notice':
      ask('text')
      return
    case 'list':
      ask('context_one', 'context_other', 'empty.title', 'empty.text')
      for (const words of Object.values(screen.words ?? {})) below.add(`${words}.`)
      if (screen.search) ask('search')
      if (screen.groups !== undefined) ask('ungrouped')
      if (screen.summary) ask('summary')
      for (const { value, of = [] } of screen.counts?.parts ?? [])
        ask(`counts.${value}`, ...of.map((one) => `counts.of.${one}`))
      return
    case 'tiles':
      if (screen.search) ask('search')
      return
    case 'wizard':
      for (const step of screen.steps) {
        ask(`steps.${step.id}.title`, `steps.${step.id}.text`)
        if ('form' in step) ask(`steps.${step.id}.submit`)
        if ('choose' in step && step.offers) ask(`steps.${step.id}.none.title`, `steps.${step.id}.none.text`)
        if ('choose' in step)
          for (const { value } of step.options)
            ask(`steps.${step.id}.options.${value}.title`, `steps.${step.id}.options.${value}.text`)
      }
      return
    case 'status':
      ask('text')
      for (const variant of screen.variants ?? []) below.add(`${words}.${variant.words}.`)
      if (screen.progress?.stage) below.add(`${words}.stages.`)
      return
    case 'sections':
      for (const [place, block] of screen.sections.entries()) {
        if (!block.joined && screen.sections[place + 1]?.joined) ask(`sections.${block.id}.group`)
        if (block.block === 'custom') continue
        ask(`sections.${block.id}.title`)
        if (block.text) ask(`sections.${block.id}.text`)
        if (block.block === 'form') ask(`sections.${block.id}.submit`)
        if (block.block === 'list' && block.search) ask(`sections.${block.id}.search`)
        if (block.block === 'list') ask(`sections.${block.id}.empty.title`, `sections.${block.id}.empty.text`)
      }
      return
    default:
  }
}

export function screensOf(places: Places, asked: Asked, wanted = places.screens): void {
  for (const screen of wanted) {
    wordsOf(screen, asked)
    fieldsOf(screen, places, asked)
    actionsOf(screen, places, asked)
  }
}

export const house = (): Places => ({
  screens: readAll<Screen>('catalogue/screens/**/*.json').map(([, screen]) => screen),
  resources: new Map(readAll<Resource>('catalogue/resources/*.json')),
  forms: new Map(readAll<Form>('catalogue/forms/*.json')),
})

/** What some screens of the house ask for. */
export function askedBy(screens: readonly Screen[]): Asked {
  const asked: Asked = { keys: new Set(), below: new Set() }
  screensOf(house(), asked, screens)
  return asked
}
