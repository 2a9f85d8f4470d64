import file from '#catalogue/scenes/recipes.json'
import type { SceneRecipe, SceneRecipes } from '#schemas/generated/definitions/scene-recipes.ts'

export const recipes: readonly SceneRecipe[] = (file as unknown as SceneRecipes).recipes
