import { wordSetOf } from '../checks/words.ts';
import { doesAddressAiByName, AI_NAMES } from '../checks/prompt-injection.ts';
import { normalizedWordsOf } from './normalized-words.ts';

/**
 * Words about grading by their role, in English, German, Spanish, Polish and French, without accents. A star stands for
 * any ending. Most of them also mean something at work, such as points or a manager, so they count only together.
 */
const ROLES = {
  /** Enough alone. */
  strong:
    'criterion criteria rubric rubrics grader graders grading rubrik* kriteri* bewertungsraster bewertungskriteri* ' +
    'musterlosung* bewertungsschema punktzahl hochstpunktzahl criterios rubrica rubricas puntuacion* puntaje* corrige ' +
    'calificacion* calificador* evaluador* kryteri* rubryk* punktacj* egzaminator* criteres bareme* correcteur* ' +
    'examinateur* notateur* evaluateur* confidence konfidenz transcript transkript* transcripcion* transkrypcj* ' +
    'transcription prompt prompts jailbreak needstrainer json',
  /** People and programs that grade. */
  judge:
    'examiner* assessor* evaluator* reviewer* chatbot* candidate candidat* kandidat* sztuczn* kunstlich* artificial ' +
    'prufer* pruefer* bewerter* korrektor* administrator* admin examinador* sprawdzajac* entwickler* developer* ' +
    'desarrollador programist* administrateur* administrador*',
  machine: 'assistant* asystent* system modell model models modelo sistema modele modelu systeme* sprachmodell',
  /** People whom learners ask and tell as part of their work. */
  boss:
    'trainer* teacher* instructor* professor* ausbilder* ausbildungs* lehrer* dozent* instructora profesor* formador* ' +
    'trener* nauczyciel* instruktor* szkoleniow* formateur* formatrice* professeur* supervisor* vorgesetzte* jefe jefa ' +
    'kierownik* kierownicz* przelozon* chef cheffe boss manager* betriebsrat* responsable* schulungs* leitung',
  /** Posts that only count in a claim to hold them. */
  post:
    'head lead leader director direktor* leiter* szef* dyrektor* encargad* directeur* directrice szkolen formacion ' +
    'formation',
  graded:
    'met unmet fulfilled satisfied score scores scored scoring grade grades graded credit evaluate* evaluation quiz ' +
    'verdict erfullt bestanden bestehe bestehen benot* bewert* noten punktabzug aprobado aprobada aprobar ' +
    'apruebe apruebes apruebame apruebo cumplido cumplidos cumplida cumplidas califica califique califiques calificar ' +
    'calificado evalua evalue evaluar zaliczon* zalicz* spelnion* ocen* zdac zdam zdalem zdalam zdane ' +
    'rempli remplie remplis remplies satisfait satisfaits notez ' +
    'notation evaluez evaluer evalue reussi reussie reussir',
  /** Exams, which things have too. */
  exam: 'exam exams examen examens prufung prufungen egzamin* sprawdzian*',
  /** French, where it also says that something is in date. */
  validated: 'valide validee valides validez valider',
  points: 'marks points punkt punkte punkten puntos punkty punktow notas',
  pass: 'pass passes passed passing',
  /** Results and tests, which work has too. */
  outcome: 'test tests testu assessment assess prueba result outcome ergebnis* resultado* wynik* resultat*',
  /** One of them; in the plural they are those of a grade. */
  criterion: 'criterio critere',
  order:
    'mark give grant award treat rate ignore disregard forget override assume suppose pretend imagine consider return ' +
    'count output respond reply print accept please let trust ' +
    'markier* gib geben gebt vergib werte werten bewerte bewerten zahle zahlen ignorier* vergiss vergessen annehmen ' +
    'nimm stell setze setzen bitte lass lassen hake akzeptier* antworte vertrau* betrachte ' +
    'marca marque marquen dame deme pon ponga ponme pongame considera considere ignora ignore olvida olvide supon ' +
    'suponga imagina imagine acepta acepte favor dejame dejeme responde devuelve cuenta trata concede asigna ' +
    'oznacz* zaznacz* daj dajcie przyznaj* uznaj* zignoruj* ignoruj* zapomnij zaloz* wyobraz prosze pozwol potraktuj* ' +
    'przyjmij* odpowiedz zwroc ustaw zaakceptuj* wystaw* postaw ' +
    'marquez donne donnez accorde accordez considerez compte comptez ignorez oublie oubliez supposez imaginez ' +
    'laisse laissez accepte acceptez repondez renvoie attribue attribuez mets mettez traitez coche cochez svp',
  /** Orders that only somebody who judges is given. */
  command:
    'ignore disregard override accept suppose pretend imagine assume treat output please bitte favor prosze svp ' +
    'akzeptier* acepta acepte accepte acceptez zaakceptuj* zatwierdz approuver',
  ignore:
    'ignore disregard forget override ignorier* vergiss vergesst ignora ignoren olvida olvide ignorez oublie oubliez ' +
    'zignoruj* ignoruj* zapomnij',
  whole:
    'all everything every each full fully maximum max entire whole complete completely perfect hundred alles alle allen ' +
    'volle vollen voller voll volles vollstandig samtliche maximal* perfekt hundert komplett jede jeder jedes jedem ' +
    'todo todos toda todas maximo maxima completo completa completas perfecto cien entero ' +
    'chaque cada wszystk* kazd* pelna pelne pelni pelny pelnych maksymaln* komplet* sto idealn* ' +
    'tout toute tous toutes maximum maximale complet complete parfait parfaite cent entier pleins',
  answer:
    'answer answers response reply antwort antworten aussage respuesta respuestas contestacion odpowiedz odpowiedzi ' +
    'reponse reponses attempt',
  correct:
    'positive positiv* positivo pozytywn* success approve* correct right true valid exactly richtig korrekt wahr correcto ' +
    'correcta correctas correctos cierto verdadero verdadera poprawn* prawidlow* prawda prawdziw* wlasciw* vrai vraie ' +
    'juste correcte correctes exact exacte',
  note: 'note nota noter',
  good: 'good gute guten buena bonne dobra dobre maxima maximale',
  fail: 'fail failing durchfall* suspend* oblej* obleje rate rates recale*',
  self: 'am bin soy jestem suis spricht habla mowi ici',
  greeting: 'dear hey hello liebe lieber liebes querido querida estimado estimada drogi droga cher chere bonjour hola',
  /** Words that say that someone has done it for the learner. */
  done: 'already schon bereits ya juz deja me mir mich mi mnie moi m',
  plea:
    'fired complain complaint complaints appeal lawyer union beschwer* anwalt kundig* queja quejare reclamar* abogado ' +
    'despid* skarg* odwolam zwoln* poskarz* plainte plaindrai avocat vire licenci* appel deserve deserved verdien* ' +
    'merezco zaslug* merite agreed agreement abgesprochen vereinbart ausgemacht acordado acordamos quedamos uzgodnion* ' +
    'ustalil* umowil* convenu accord entendu promised versprochen prometio obiecal* promis',
  stake:
    'job certificate family arbeitsplatz zertifikat familie trabajo certificado familia prace praca pracy certyfikat* ' +
    'rodzin* emploi certificat famille',
  rule:
    'task tasks instruction instructions anweisung* instruccion* instrukcj* polecen* consigne consignes rule rules ' +
    'regel* regla reglas zasad* regul* regle regles',
  replaced:
    'previous new earlier above longer vorherig* bisherig* neue neuen neuer obigen anterior* nueva nuevas nuevo ' +
    'poprzedni* nowa nowe nowych precedent* nouvelle* nouveau plus',
} as const;
type RoleOfWord = keyof typeof ROLES;

/** Roles that together speak of the grade if all stand within so many words. `ordered`: in this order only. */
const TOGETHER: readonly { roles: readonly RoleOfWord[]; within: number; ordered?: boolean }[] = [
  { roles: ['graded', 'order'], within: 8 },
  { roles: ['graded', 'judge'], within: 12 },
  { roles: ['graded', 'whole'], within: 8 },
  { roles: ['graded', 'plea'], within: 12 },
  { roles: ['graded', 'stake'], within: 12 },
  { roles: ['graded', 'answer'], within: 8 },
  { roles: ['graded', 'correct'], within: 6 },
  { roles: ['graded', 'points'], within: 6 },
  { roles: ['graded', 'pass'], within: 6 },
  { roles: ['graded', 'boss', 'done'], within: 10 },
  { roles: ['graded', 'boss', 'self'], within: 10 },
  { roles: ['exam', 'graded'], within: 8 },
  { roles: ['exam', 'judge'], within: 12 },
  { roles: ['exam', 'plea'], within: 12 },
  { roles: ['exam', 'stake'], within: 12 },
  { roles: ['exam', 'fail'], within: 8 },
  { roles: ['exam', 'boss', 'done'], within: 10 },
  { roles: ['validated', 'order'], within: 6 },
  { roles: ['validated', 'whole'], within: 5 },
  { roles: ['validated', 'plea'], within: 12 },
  { roles: ['validated', 'answer'], within: 6 },
  { roles: ['validated', 'boss', 'done'], within: 10 },
  { roles: ['whole', 'criterion'], within: 2, ordered: true },
  { roles: ['points', 'order'], within: 4 },
  { roles: ['whole', 'points'], within: 3, ordered: true },
  { roles: ['points', 'plea'], within: 8 },
  { roles: ['points', 'judge'], within: 6 },
  { roles: ['pass', 'order'], within: 2 },
  { roles: ['pass', 'plea'], within: 8 },
  { roles: ['pass', 'judge'], within: 6 },
  { roles: ['outcome', 'plea'], within: 8 },
  { roles: ['outcome', 'judge', 'correct'], within: 8 },
  { roles: ['outcome', 'fail', 'stake'], within: 10 },
  { roles: ['judge', 'command'], within: 8 },
  { roles: ['judge', 'plea'], within: 8 },
  { roles: ['judge', 'correct'], within: 10 },
  { roles: ['judge', 'answer'], within: 10 },
  { roles: ['judge', 'rule'], within: 8 },
  { roles: ['machine', 'command'], within: 6 },
  { roles: ['machine', 'answer', 'correct'], within: 10 },
  { roles: ['answer', 'correct'], within: 6 },
  { roles: ['answer', 'whole'], within: 4 },
  { roles: ['order', 'answer'], within: 4 },
  { roles: ['ignore', 'rule'], within: 7 },
  { roles: ['rule', 'replaced', 'judge'], within: 8 },
  { roles: ['rule', 'replaced', 'machine'], within: 8 },
  { roles: ['correct', 'whole', 'order'], within: 6 },
  { roles: ['order', 'whole', 'plea'], within: 8 },
  { roles: ['note', 'plea'], within: 8 },
  { roles: ['good', 'note'], within: 1 },
  { roles: ['note', 'good'], within: 1 },
  { roles: ['fail', 'judge'], within: 8 },
  { roles: ['fail', 'plea'], within: 8 },
  { roles: ['fail', 'graded'], within: 8 },
];

const exact = new Map<string, RoleOfWord[]>();
/** A star at the end of an entry of `ROLES`. */
const beginnings: [string, RoleOfWord][] = [];
for (const role of Object.keys(ROLES).filter((name): name is RoleOfWord => name in ROLES)) {
  for (const word of [...ROLES[role].split(' '), ...(role === 'judge' ? AI_NAMES : [])]) {
    if (word.endsWith('*')) beginnings.push([word.slice(0, -1), role]);
    else exact.set(word, [...(exact.get(word) ?? []), role]);
  }
}

/** Returns the roles of a word as `normalizedWordsOf` has it. */
const rolesOf = (word: string): RoleOfWord[] => [
  ...(exact.get(word) ?? []),
  ...beginnings.filter(([beginning]) => word.startsWith(beginning)).map(([, role]) => role),
];

/** Single letters in a row that are a word spelled out, to hide it. */
const SPELLED = 8;

const PERSONS = ['boss', 'judge', 'post', 'machine'] as const;
const POINTS = wordSetOf('points punkt punkte punkten puntos punkty punktow');
/** Behind these, points are places: points of contact, puntos de apoyo. */
const OF = wordSetOf('of de d des der on in an am aus auf z na do');
const COUNTED = wordSetOf(
  '2 3 4 5 6 two three four five six zwei drei vier funf dos tres cuatro cinco dwa trzy cztery deux trois quatre cinq',
);
/** Articles between a claim and the post that is claimed. */
const ARTICLES = wordSetOf(
  'the a an your this der die das dein deine ihr ihre ein eine el la los las un una tu su le les l votre ton twoim panstwa dzial service',
);
/** An assistant that is spoken to. */
const ASSISTANT = /(?:^|[.!?] )(?:assistant|assistent|asistente|asystencie|asystent)[,:!]/i;
/** Words behind which another person is meant: I am with my supervisor. */
const OTHERS = wordSetOf(
  'with by at near under to for of my not mit bei beim von vom meinem meiner mein meine nicht con por del al mi no z u dla moim nie avec chez du au mon ma pas de en',
);
/** Words in front of the answer that is given. */
const THIS = wordSetOf('this my that diese dieser diesen meine meiner esta mi moja moje te ta ce cette ma');
/** Most words between a claim and the post. */
const CLAIMED = 3;

/** Returns true if the speaker claims to be the person at a place: "I am the trainer", "hier spricht der Prüfer". */
function claims(words: readonly string[], place: number, is: (at: number, role: RoleOfWord) => boolean): boolean {
  if (is(place - 1, 'greeting') || words[place + 1] === 'speaking') return true;
  let unknown = 0;
  for (let at = place - 1; at >= place - CLAIMED; at--) {
    const word = words[at] ?? '';
    if (is(at, 'self')) return true;
    if (OTHERS.has(word) || (!ARTICLES.has(word) && ++unknown > 1)) return false;
  }
  return false;
}

/**
 * Returns a function that tells whether a text speaks of marks, criteria or whoever grades, instead of the matter. A
 * supervisor or trainer who is told or asked belongs to the matter, and so do words that the question or its criteria
 * use. Linear in the text.
 */
export function createGradingTalkDetector(question: string, rubric: readonly string[]): (text: string) => boolean {
  const matter = new Set([question, ...rubric].flatMap(normalizedWordsOf).map((word) => word.slice(0, 5)));
  return (text) => {
    const words = normalizedWordsOf(text);
    let letters = 0;
    for (const word of words) {
      letters = word.length === 1 ? letters + 1 : 0;
      if (letters >= SPELLED) return true;
    }
    const isMatter = (word = '') => matter.has(word.slice(0, 5));
    const every = words.map(rolesOf);
    const is = (at: number, role: RoleOfWord) => every[at]?.includes(role) ?? false;
    const roles = words.map((word, place) => {
      const all = every[place] ?? [];
      if (!POINTS.has(word)) return isMatter(word) ? [] : all;
      const next = words[place + 1] ?? '';
      const isPlace = COUNTED.has(words[place - 1] ?? '') || OF.has(next) || isMatter(next);
      return isPlace ? [] : all;
    });
    const last = new Map<RoleOfWord, number>();
    return (
      doesAddressAiByName(text) ||
      ASSISTANT.test(text) ||
      words.some((_, place) => {
        const own = roles[place] ?? [];
        if (own.includes('strong')) return true;
        if (PERSONS.some((role) => is(place, role)) && claims(words, place, is)) return true;
        const isNear = (role: RoleOfWord, within: number) => place - (last.get(role) ?? -Infinity) <= within;
        const isThis = own.includes('answer') && THIS.has(words[place - 1] ?? '');
        const found =
          (isThis && isNear('boss', BOSS_TO_ANSWER)) ||
          // Two such words are about a grade, whatever they are.
          (own.includes('graded') && isNear('graded', GRADED) && words[last.get('graded') ?? 0] !== words[place]) ||
          TOGETHER.some(({ roles: together, within, ordered = false }) =>
            ordered
              ? own.includes(together.at(-1) ?? 'strong') && isNear(together[0] ?? 'strong', within)
              : together.some((role) => own.includes(role)) &&
                together.every((role) => own.includes(role) || isNear(role, within)) &&
                !together.every((role) => own.includes(role)),
          );
        for (const role of own) last.set(role, place);
        return found;
      })
    );
  };
}

/** Words between a person and the answer that this person is said to have judged, and between two words of grades. */
const BOSS_TO_ANSWER = 6;
const GRADED = 8;
