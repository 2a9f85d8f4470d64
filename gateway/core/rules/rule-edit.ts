import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { CommandError, codes } from '../errors.ts'

/** Rules and the action sets that are in none of them. */
export interface RuleBook {
  rules: ReadonlyMap<string, Rule>
  loose: ReadonlyMap<string, ActionSet>
}

/** Rules while a command changes them; nobody sees it before all of it is stored. */
export class RuleEdit {
  readonly #rules: Map<string, Rule>
  readonly #loose: Map<string, ActionSet>

  constructor({ rules, loose }: RuleBook) {
    this.#rules = new Map(rules)
    this.#loose = new Map(loose)
  }

  get book(): RuleBook {
    return { rules: this.#rules, loose: this.#loose }
  }

  rule(id: string): Rule {
    const rule = this.#rules.get(id)
    if (!rule) throw new CommandError(codes.unknown, 'There is no such rule')
    return rule
  }

  put(rule: Rule): void {
    this.#rules.set(rule.id, rule)
  }

  change(id: string, next: (rule: Rule) => Partial<Rule>): void {
    const rule = this.rule(id)
    this.put({ ...rule, ...next(rule) })
  }

  remove(id: string): void {
    this.rule(id)
    this.#rules.delete(id)
  }

  /** An action set, and the rule that it is in. */
  scene(id: string): { scene: ActionSet; rule: Rule | undefined } {
    const found = sceneIn(this.book, id)
    if (!found) throw new CommandError(codes.unknown, 'There is no such action set')
    return found
  }

  putScene(scene: ActionSet): void {
    const rule = sceneIn(this.book, scene.id)?.rule
    if (!rule) this.#loose.set(scene.id, scene)
    else this.put({ ...rule, scenes: scenesOf(rule).map((one) => (one.id === scene.id ? scene : one)) })
  }

  changeScene(id: string, next: (scene: ActionSet) => Partial<ActionSet>): void {
    const { scene } = this.scene(id)
    this.putScene({ ...scene, ...next(scene) })
  }

  /** Takes it out of wherever it is. */
  takeScene(id: string): ActionSet {
    const { scene, rule } = this.scene(id)
    this.#loose.delete(id)
    if (rule) this.put({ ...rule, scenes: scenesOf(rule).filter((one) => one.id !== id) })
    return scene
  }
}

export const scenesOf = ({ scenes = [] }: Rule): readonly ActionSet[] => scenes

export function sceneIn(
  { rules, loose }: RuleBook,
  id: string,
): { scene: ActionSet; rule: Rule | undefined } | undefined {
  const alone = loose.get(id)
  if (alone) return { scene: alone, rule: undefined }
  for (const rule of rules.values()) {
    const scene = scenesOf(rule).find((one) => one.id === id)
    if (scene) return { scene, rule }
  }
  return undefined
}
