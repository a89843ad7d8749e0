/**
 * Given names of Western and Central Europe and the Americas. A line is one name: its spellings, then after each «/» the
 * forms of other languages. «~» marks a short form or nickname.
 */
export const givenWestern = `
john jon johnny ~jack ~jock / johann johannes johan johanes ~hans ~hannes ~henning ~hannu / jean / juan ~juanito ~juancho / joao joão ~joãozinho / giovanni ~gianni ~vanni ~nanni / jan ~janek ~jasiu ~honza ~jonny / ivan / ioannis ioannes yannis giannis yiannis ~yanni ~giannos iwannis / ion ioan ~ionel ~ionut ~iancu / jovan / janos ~jani ~jancsi / sean shaun shawn shane / ian iain / juhani juha / hovhannes / yahya yehia yahia يحيى / yohanan yochanan yohannan יוחנן / ジョン 约翰 约翰尼 요한 존
jonathan jonathon johnathan yonatan yehonatan jonatan ~jon ~jonny יונתן ジョナサン 乔纳森
james jamie ~jim ~jimmy ~jimmie ~jamey / jaime / giacomo / jacques / jacob jakob jakub ~jake ~jakov yakov yaakov yacov iakov ~yasha ~kuba ~jeppe / yaqub yaqoub yacoub yakub yaqob jakoub يعقوب / iakovos / santiago ~thiago tiago diego / hamish seamus / יעקב ジェームズ 詹姆斯 雅各布
william ~will ~bill ~billy ~willy ~willie ~liam / wilhelm ~willi ~wim ~helmi willem / guillaume / guillermo ~memo / guilherme / guglielmo / vilhelm viljem vilmos / ウィリアム 威廉
robert roberto ~rob ~bob ~bobby ~robbie ~bert ~robby ~rupert robertas roberts ~robi ロバート 罗伯特
richard ricardo riccardo ~rick ~dick ~rich ~richie ~ricky rikard ryszard richárd ~rico リチャード 理查德
charles carl karl karel carlos carlo karol karoly kaarlo ~charlie ~chuck ~charley ~chas ~carlitos ~kalle carles チャールズ 查尔斯 カール 卡尔
thomas tomas tomasz tommaso tamas toma thoma tuomas ~tom ~tommy ~tomek ~maso thomaz tomaz foma トーマス 托马斯
george georg georges jorge giorgio jörg joerg jurgen jürgen juergen jørgen yuri yury yuriy iouri iurii jurij juri georgi georgy georgiy giorgi georgios georgius yorgos giorgos yiorgos gheorghe jiri jerzy gyorgy görgy jordi yrjo goran ~jurek ~georgie ~zhora ~gosha ~gogi ~gigi jerzi ジョージ 乔治 جورج גאורגי
henry ~harry ~hank ~hal / heinrich ~heinz ~heiner ~heini ~hein / henri / enrique ~quique ~kike / enrico ~rico / henrik hendrik henryk ~henk ~rik / henrique / harri heikki ヘンリー 亨利
edward eduard eduardo edoardo edvard edouard duarte edouard ~ed ~eddie ~eddy ~ted ~teddy ~ned ~edek ~edik ~edu エドワード 爱德华
edmund edmond edmundo edmondo ~ed ~eddie ~ned
edwin edvin ~ed ~eddie
edgar edgardo ~ed ~eddie
theodore theodor teodoro teodor feodor fyodor fedor theodoros todor tivadar ~ted ~teddy ~theo ~fedya ~thodoris theodorus ~teo 西奥多
frederick frederic fredrick frederik friedrich fredrik federico frederico fryderyk bedrich frigyes ~fred ~freddy ~freddie ~fritz ~fritzi ~fiete ~rick ~fede friedericus フレデリック 弗雷德里克
alfred alfredo alfredas ~fred ~alf ~fredo ~alfie
francis frank franz frans francisco francesco francois françois franco franciszek frantisek ferenc franjo frane pranciskus ~frankie ~paco ~pancho ~franco ~curro ~kiko ~cisco ~chico ~feri ~franek ~franta ~francesc ~ferri フランシスコ 弗朗西斯 弗兰克
michael mikheil mikhail michail michel miguel michele mihail mihai mihaly michal mikael mikkel mikhael mykhailo mihailo mikhailo mihajlo miquel michalis mihalis michiel micheal mikaeel ~mike ~mick ~mickey ~mikey ~misha ~michi ~mischa ~miki ~mihalka ~miska マイケル 迈克尔 米哈伊尔 ميخائيل מיכאל
joseph josef jose josé giuseppe josep jozef jusuf josip iosif osip yosef yossef yousef yusuf youssef yousuf yussuf yousif yusif yosip ioseb josefo jose ~joe ~joey ~jo ~sepp ~seppi ~beppe ~peppe ~pepe ~pepito ~zé ~peppino ~pino ~jupp ~juszuf ~yossi ~osip ~joska ~jozsef jozsef يوسف יוסף ジョセフ 约瑟夫
peter pieter petr pyotr piotr pierre pedro pietro petru petros petrus petar petter peder petri petro botros boutros butrus ~pete ~petey ~pit ~pedrinho ~petya ~perico ~piero ~rino ~pierrot ~pero بطرس ピーター 彼得
paul paulo pablo paolo pavel pawel pal paavo pavlo pavlos paulus pauls paulius poul pål bulos boulos ~pauli ~pasha ~pavlik ~paulie ~pavlusha ~pablito بولس ポール 保罗 帕维尔
philip phillip philipp philippe felipe filippo filip filipe fulop philippos ~phil ~pip ~pippo ~flip ~lipe フィリップ 菲利普
stephen steven stefan stephan stefano etienne étienne esteban estevan stepan stefanos stevan stjepan istvan staffan estevao stefaan stepanos szczepan shtepan ~steve ~stevie ~steffen ~stef ~pista ~fane スティーブン 斯蒂芬 史蒂文
andrew andre andré andreas andrei andrey andriy andrij andrzej andres andrés andras andris andrus andrejs andrius anders antti andreu andria andreja ondrej ~andy ~drew ~andi ~dandy ~andrius ~andryusha ~bandi アンドリュー 安德鲁 安德烈 アンドレイ
anthony antony antoine antonio antonino anton antoni antonin antonios antonis anthonis antonius antun antal anthonius toni antanas ~tony ~nino ~toni ~tonio ~toño ~tonino ~tonek ~antosha アントニオ 安东尼 安东尼奥 安东
martin marten martinus martino marton maarten martti martyn martijn marcin morten ~marty ~tino ~martl マーティン 马丁
mark marc marco marcus markus marcos marek marko markos marku ~marky マーク 马克 مرقس
marcel marcello marcelo marcellus marceli
matthew matteo mateo mathieu matthieu matthias mathias matthaeus mateus matei matej mateusz mats matti matvey matvei matvej mattia matias máté mate mathis matityahu ~matt ~matty ~mat ~matze ~hias ~thies マシュー 马修
luke lucas lukas luca lukasz luc luka lucasz lukáš loukas lucca lluc ~luki ~luc ルーク 卢卡
daniel danilo daniele danijel danil daniil danylo dániel danyel daniyal ~dan ~danny ~dani ~danila ~danya דניאל ダニエル 丹尼尔 دانيال
david davide davit davyd dawid dafydd davud ~dave ~davey ~davie ~dudu ~taavi ~taffy dawood dawud daoud daud dawoud daoud دیوید デイヴィッド デビッド 大卫 戴维 داود داوود דוד דויד
samuel samuele samuil szamuel shmuel schmuel ~sam ~sammy ~shmulik サミュエル 塞缪尔 שמואל صموئيل
benjamin beniamino benjamim veniamin binyamin benyamin benyamín binjamin ~ben ~benny ~benji ~benno ~bibi ~jamin בנימין بنيامين ベンジャミン 本杰明
alexander alexandre alexandros alejandro alessandro aleksandr aleksander aleksandar alexandr oleksandr alexandru aleksandrs aliaksandr alyaksandr alasdair alastair alistair alister iskander iskandar eskandar sikandar sandor szandor aleksanteri alexandar ~alex ~sasha ~sascha ~sandy ~al ~alec ~lex ~xander ~shura ~sanya ~alek ~aleks ~olek ~ales ~sander ~sandro ~ale ~lekso ~sacha アレクサンダー アレクサンドル 亚历山大 اسكندر الكسندر إسكندر אלכסנדר
alexandra aleksandra alessandra alejandra oleksandra alexandrina ~alex ~sasha ~sandra ~ola ~lexi ~sandy ~shura ~sanya ~ale
nicholas nicolas nikolaus niklas niklaus nikolai nikolay nikolaj nikolas nicola niccolo nicolo nicolae nikola nikolaos nicolaos mikolaj miklos mykola nicolaas niculae mikalai ~nick ~nicky ~nico ~niko ~kolya ~nikos ~klaus ~claus ~nicu ~colin ~miki ~klas ~nic ニコラス 尼古拉 尼古拉斯 نيكولا نقولا
christopher christoph kristoffer cristoforo cristobal krzysztof kristof christophe christoffer kristofer christoforos kryštof ~chris ~kit ~topher ~kris ~stoffel ~krzysiek ~christo クリストファー 克里斯托弗
christian kristian cristian christiaan krystian cristiano christianus karsten carsten ~chris ~kris ~kristi
christos hristos christo hristo khristo ~chris
christine christina cristina kristina krystyna kristin kirsten kristine christiane kirsi hristina khristina christel krisztina ~chris ~chrissy ~tina ~christa ~kris ~kirstie ~stina ~kiki
lawrence laurence lorenz lorenzo laurent lars lorens lourenço lauri laurentius lavrenti lavrenty lovro lorinc wawrzyniec laurens ~larry ~laurie ~lenz ~renzo ~lou ローレンス 劳伦斯
patrick patricio patrizio patryk padraig padraic patrik ~pat ~paddy ~rick パトリック 帕特里克
gregory gregor gregorio gregoire grigory grigori grigoriy hryhoriy hryhorii grigorios grzegorz gergely grigore grigor krikor ~greg ~gregg ~grisha ~goyo ~greger 格里高利
arthur artur arturo artturi ~art ~artie ~turo
ernest ernst ernesto ernö erno ~ernie ~neto
eric erik erick erich erico eirik eerik ~rick ~rikki エリック 埃里克
gerald gerard gerhard gerardo gerrit gherardo gerd gellert gerald geert garrett ~gerry ~jerry ~gert ~gerd ~geri
jeremy jeremias jeremiah jeremie yirmiyahu yeremey jérémy ~jerry ~jem ~jez
jerome hieronymus geronimo jeronimo girolamo ~jerry
geoffrey jeffrey jeffery godfrey gottfried gotfryd goffredo ~jeff ~geoff ~friedel ジェフリー 杰弗里
kenneth kennet ~ken ~kenny ~kent ケネス 肯尼思
ronald ronaldo rinaldo reinaldo reinhold reginald reynold raginald ~ron ~ronnie ~ronny ~reggie ~reg ~rinal ~rainald 罗纳德
donald donaldo domhnall ~don ~donnie ~donny ~dono ドナルド 唐纳德
ronan ~ron
douglas ~doug ~dougie
leonard leonardo lennart leonhard leonid leonidas leonhart léonard leoncio ~leo ~len ~lenny ~leon ~lyonya ~hardy レオナルド 莱昂纳多 列昂尼德
leo leon lev leone leonas lew lav ~lyova ~lyov 列夫
louis luis luigi ludwig ludovico lodovico luiz lajos ludvik ludvig ludwik clovis ludovic aloysius alois lluis lodewijk ~lou ~louie ~gigi ~luisito ~lutz ~gigino ~lulu ~loisl ルイス 路易斯
lewis ~lew ~lou
walter gualtiero walther gautier valter wouter gualterio ~walt ~wally ~walti ~wat ウォルター 沃尔特
albert alberto adalbert albrecht adalberto elbert alberts ~al ~bert ~bertie ~berti ~beto アルバート 阿尔伯特
alan allan allen alain ~al アラン 艾伦
adam adamo adán adem adham آدم אדם アダム 亚当
raymond raimund ramon raymundo raimundo raimondo ramón reimund ~ray ~mon ~moncho レイモンド 雷蒙德
roger rogerio ruggero rutger rudiger rüdiger rogelio hrothgar ~rodge ~rodger ~ruedi
rudolf rudolph rodolfo rodolphe rezso rudolfs ~rudi ~rudy ~dolf ~ruedi ~fito
adolf adolfo adolphe adolph adolfas ~dolf ~adi ~dolfo ~fito
roland rolando orlando rolandas roeland ~rolli ~rollie
vincent vincenzo vicente vincenc vinzenz vikenty vikentiy wincenty vince vincentas ~vin ~vinny ~enzo ~cenzo ~chente
victor viktor vittorio vitor viktors wiktor vittore viktoras ~vic ~vik ~vitya ヴィクトル 维克多
vitaly vitali vitaliy vitalij vitalii vital vitale ~vitalik ~vitya ~talik
hugh hugo ugo hugues huw huey ~hughie ~hubi
hubert huberto uberto huberts ~bert ~hubi ~bertie
humbert umberto humberto ~beto ~berto
herbert eriberto heribert ~herb ~bert ~herbie ~heri
herman hermann armand armando ermanno hermanus germán harmen ~manny ~mando
gilbert gilberto wilbert ~gil ~bert ~beto
norbert norberto ~bert ~nobby ~berto
bernard bernhard bernardo bernat bernd bernt barnard bernardus ~bernie ~berny ~benno ~berni ~hardy
eugene eugen eugenio eugène evgeny evgeni evgeniy yevgeny yevgeni yevgeniy yevhen yevhenii evgenii evgenij jevgeni jevgenij jewgeni jenő jeno eugeniusz evgenios eugeniu yauhen ~gene ~zhenya ~genya ~zhenja ~zenya ~jenya エフゲニー 叶夫根尼 叶甫盖尼
harold harald aroldo haroldo arild haralds ~harry ~hal ハロルド 哈罗德
howard ~howie
ralph ralf raoul raul raúl rolf ralphie radulf ~ralphie
oscar oskar óscar oskari ~ossi ~ozzie
otto oto otho oton odon ~otti
oliver olivier oliviero olivér ~ollie ~olli ~noll オリバー 奥利弗
olaf olav olof oluf olavi ole ~olle
simon simeon simón symon shimon szymon semyon semen semion shimeon simeone simão ~si ~senya ~symko سمعان שמעון サイモン 西蒙
timothy timoteo timothee timotheus timofey timofei timotheos tymoteusz tymofiy ~tim ~timmy ~timo ~tima 蒂莫西
timur taimur temur timour taymur teymur
tobias tobia toby tobiah tovia ~tobi ~tobe
theodora teodora fedora ~dora ~thea ~dory
titus tito tit titos
vernon ~vern
cyril kyrill kirill cirillo kiril kyrylo kyrillos kiryl cyryl ~kirya ~kir 基里尔
clement clemens klemens clemente kliment klement klim ~clem
claude claudio klaudio claudius klaudiusz ~claudi
claudia klaudia claudine ~claudi
constantine konstantin constantin konstantinos konstantyn costantino constantino kostandin kostyantyn kastus ~kostas ~costas ~kostya ~kosta ~kostis ~kostja ~dinos ~costa ~dinu ~konny コンスタンチン 康斯坦丁
demetrius dmitry dmitri dmitriy dmitrij dimitri dimitry dmytro dimitrios dimitris demetrios demetrio dumitru dimitar dimitrije dmitro dzmitry dymitr demeter ~dima ~mitya ~dimos ~mitko ~mitja ~mitso ~jimmy ~dimi ~takis ~mitsos ドミトリー 德米特里
dennis denis dionysius dionisio denys denes dionysios dionigi ~den ~denny ~dino
dominic dominik domenico domingo dominique domenic domonkos ~dom ~mingo ~mimmo ~nick ~domi
donovan ~don
emil emilio emile emiliano émile emils ~milo ~emi
emmanuel immanuel manuel manoel emanuele emanuel manolis emmanouil manuil imanuel ~manny ~manolo ~manu ~lolo ~mani עמנואל エマニュエル
ephraim efraim efrain efrem yefrem אפרים ~effi
ezekiel ezequiel yehezkel ~zeke ~hezi
felix feliks felice feliciano felicio ~lix
ferdinand fernando ferdinando fernand fernão hernan hernando ferrante ~ferdi ~nando ~fer ~ferdy
gabriel gabriele gabriello gabor gavriil gavril gavriel jibril jabril jebrail havryil ~gabe ~gabi ~gavi جبريل جبرائيل ガブリエル 加布里埃尔
gabriela gabriella gabriele gabrielle ~gabi ~gaby ~brielle ~ela
gustav gustavo gustave gustaw gustaaf kustaa gösta ~gus ~tavo ~gustl
augustus augustine august augusto agustin agostino augustin avgust agostinho auguste ~gus ~tino ~gust ~guus
gunther günther gunter gunnar guenther günter guenter gonter ~gunni
guy guido vito wido veit ~gui
harvey hervé herve
ignatius ignacio ignaz ignazio inigo ignacy ignatius ignat inácio ~nacho ~natz ~iggy ~nazi
igor ihor ingvar yngvar ihar ~igorek ~ingo イーゴリ 伊戈尔
isaac isaak itzhak yitzhak izak isak yitzchak yitzhaq izsak ishaq ishak eshaq ~ike ~itzik ~zak ~izzy إسحاق اسحاق יצחק アイザック 艾萨克
israel yisrael izrael ~srulik ~izzy ישראל
jack jacky ~jackie / john 杰克 ジャック
jason iason jasón 贾森
joachim joaquin joaquim gioacchino jochen yehoyakim akim joacim jokin ~achim ~jochen ~quim ~quin ~jock ~chimo
joel yoel jöel יואל
joshua josue josua yehoshua giosue jozua iosua ~josh ~joschi ~yoshua יהושע
jesus jesús ~chuy ~chucho ~suso
julius julio giulio jules yuliy yuli juliusz gyula iuliu ~jule ~julie
julian julien juliano giuliano iulian yulian julijan ジュリアン 朱利安
julia giulia julie yulia iulia yuliya iuliia juliya jule yuliia julija ~yulya ~jules ~juli ~julka ユリア 尤利娅 朱莉娅
juliet juliette giulietta julieta
kevin caoimhin kewin ケビン 凯文
kurt curt konrad conrad kort corrado konradin ~conny ~koni ~radek
lambert lamberto ~bert ~lamb
lothar luther lotario
maurice moritz mauricio maurizio morris maurits maurus moris mauricius mavriky ~mo ~maury ~mori
max maxim maxime maksim maksym massimo máximo maximo maximus maks maximilian massimiliano maximiliano maximilien maksymilian maksimilian ~maxi ~maxl ~mac 马克西姆
nathan nathaniel natan nathanael netanel nataniel ~nat ~nate
neil neal niel niall njal nils niels nels nial
noah noe noé noach nuh نوح נח
norman normando ~norm
oswald osvaldo osvald oswaldo ~ozzie ~ossi ~valdo
quentin quintin quintus quinto kwintyn
raphael rafael raffaele raphaël refael rafal raffaello rafail ~rafa ~raf ~rafi ~raff ~lele
reinhard reinhardt reynard renard ~reini
rainer reiner rayner rainier raniero regnier reinier
rene renato renatus renat renatas rené
renata renate renée renee rene ~nata
rodney ~rod
roderick rodrigo ruy roderich rodrigue rurik ~rod ~rick ~ricky ~rodri ~rory
rory ruairi ruaidhri
roman romano romain romanus ~roma 罗曼
ross rosse
rufus ruben reuben reuven rubén rouben ~rube ~ruvi
sebastian sebastien sebastiano bastian sebestyen sebastiao sevastian ~seb ~basti ~bas ~bastien ~seba セバスチャン 塞巴斯蒂安
serge sergei sergey sergio serhiy serhii sergiy sergij sergiu sergiusz serguei sjarhej siarhei sarkis sergeï sergej sergius ~seryozha ~seriozha ~serzh ~checho ~sergi セルゲイ 谢尔盖 سيرجي
siegfried sigfrid zygfryd sigfried ~sigi ~siggi ~friedel
sigmund sigismund zygmunt zsigmond sigismondo zikmund ~sigi ~zyga
stanley ~stan
stanislav stanislaw stanislas stanislaus estanislao stanislavs stanislau ~stan ~stas ~staszek ~slava ~stach ~stano スタニスラフ 斯坦尼斯拉夫
stuart stewart ~stu
terence terrence terry terenzio terentius ~tel
tristan tristram tristán
ulrich ulrik ulric ulderico oldrich ~uli ~ueli ~ulli ~utz
urs orso ursus urso ursin
valentin valentino valentine valentyn walenty balint ~val ~valya ~vali ~tino
valentina walentyna valentyna ~val ~valya ~tina
valery valeri valeriy valerij valerio valeriu valerii waleri valere ~valera ~lera
valeria valeriya valerie valeriia waleria ~lera ~val
wayne dwayne
wesley westley ~wes
wolfgang volfgang ~wolf ~wolfi ~wolferl ~gangerl
zachary zacharias zakaria zakariya zaccaria zechariah zakhar zachariah zekeriya zakariyya zacarias ~zach ~zack ~zak زكريا
abraham avraham abram avram ibrahim ebrahim ibraheem abramo abraam ibrahima avrahm braham ~abe ~bram ~avi ~ibo ~ibra ~avrum ~brahim إبراهيم ابراهيم אברהם エイブラハム 亚伯拉罕 易卜拉欣
solomon salomon salomone suleiman sulaiman suleyman sulayman soleiman sulejman sulaymon suliman solaiman süleyman shlomo szulejman ~sol ~sol ~shlomi سليمان שלמה
moses moshe moise moises mosè mousa musa moussa moosa mojzesz mose mussa ~moishe ~moe ~moti موسى משה
aaron aron haroun harun haroon aharon arón ~ron هارون אהרן אהרון
elias elijah ilya ilia ilja ilyas elyas iliya eliyahu eliahu ilias illya eliasz ~eli ~lior ~ilyusha ~lias إلياس الياس אליהו 伊利亚
job ayub ayoub ayyub eyup iyov أيوب
jonah jonas yunus younes younis yunis younus jona yonah giona younous yunes يونس יונה
lazarus lazaro lazar eleazar elazar eliezer lazzaro lazare ~lazi ~leizer אליעזר אלעזר
mordechai mordecai ~moti ~motke ~mottel מרדכי
menachem menahem ~mendel ~hemi מנחם
chaim haim hayim hayyim hyam ~vida חיים
zvi tzvi zwi hirsch ~hirsh צבי
baruch barukh ברוך
benedict benedikt benedetto benito benoit bento bengt benedykt ~ben ~benny ~dick ~beni ~bene
ariel arieh aryeh arie ~arik ~ari אריאל אריה
yair jair yaïr יאיר
yigal igal yigael יגאל
yael jael yaël יעל
ehud אהוד ~udi
avigdor אביגדור
shaul saul saúl saulo ~shauli שאול
naftali naphtali נפתלי
nahum nachum naum נחום
dov berl ber דב
gideon gedeon gidon ~gidi גדעון
uri uriah ori אורי
amos עמוס
asher oscher אשר
ezra esra azra עזרא
levi levy לוי
eli ely elie אלי
dan דן
gad gadi גד
tal טל
amir אמיר
guy גיא
oren אורן
ron רון
mary maria marie mariya mariia marija miriam maryam mariam marya myriam maría maryia marija mirjam meryem marjam maire mair moira maureen ~molly ~polly ~masha ~manya ~mimi ~mia ~marusya ~mariechen ~mitzi ~maja ~marietta ~mariette ~marica ~maruja ~mali ~marika ~manya مريم ماري מרים マリア メアリー 玛丽 玛丽亚
anna ann anne ana hannah hanna hana chana ane annie anita anya anja ania annika anni anneke annette ganna hannele anka ~nan ~nancy ~annushka ~anouk ~anica ~andzia ~nusia ~anechka ~ana حنا آنا חנה アンナ 安娜 安妮
elizabeth elisabeth elisabet isabel isabella isabelle elisabetta elzbieta erzsebet elizaveta yelizaveta elisaveta lisbeth alzbeta yelyzaveta elspeth elżbieta isobel izabela jelisaveta elisavet ~liz ~lizzie ~beth ~betty ~eliza ~lisa ~liza ~bess ~betsy ~libby ~elsa ~else ~lisl ~sisi ~sissi ~bettina ~ilse ~lise ~lieselotte ~babette ~ela ~isa ~bella ~chabela エリザベス 伊丽莎白 إليزابيث אלישבע
margaret margarete margarita margherita margarethe malgorzata marguerite margit margret margaretha margrit margarida marketa margareta margrethe ~maggie ~peg ~peggy ~meg ~greta ~grete ~gretchen ~gosia ~margot ~madge ~daisy ~marge ~rita ~gretel ~mette ~gita マーガレット 玛格丽特
katherine catherine katharine kathryn katarina katharina ekaterina yekaterina caterina catalina catarina katarzyna kateryna katalin aikaterini catherina katrin kathrin cathryn kathrine katerina ekaterini jekaterina kaitlin caitlin cathrine kaisa ~kate ~katie ~kathy ~cathy ~kitty ~katya ~katja ~kati ~kasia ~käthe ~kathe ~kat ~trina ~trine ~karen ~karin ~karina ~kit ~cath ~katia ~katinka ~rina ~katica キャサリン 凯瑟琳 叶卡捷琳娜
helen helena elena helene yelena olena eleni ellen elaine eleanor elene jelena ilona eleonora eleonore ileana alena helene alyona aliona elen heleen eleanora éléonore hélène ~lena ~lenka ~nell ~nelly ~ellie ~lenochka ~nora ~leni ~hela ~ilka ~lenni ~ela エレナ 埃琳娜 海伦 叶莲娜 إيلينا
jane joan joanna joanne jeanne giovanna johanna juana ivana ioanna janina jana yana jeannette janet janette joana jovana jeanette zhanna siobhan sinead janka johana yoanna gianna ~jenny ~janie ~hanna ~hanne ~janey ~jo ~asia ~vanna ~nita ~juanita ~zsanett ジェーン 简 乔安娜
susan susanna suzanne susanne zuzana zsuzsanna zuzanna susana sosanna shoshana shoshanna suzana susannah ~sue ~susie ~suzy ~suse ~zsuzsa ~susi ~zuza ~sanne ~sanna סוזנה שושנה 苏珊
sarah sara sarra szara sahra سارة ساره שרה ~sally ~sadie ~sari ~suri サラ 萨拉
rachel raquel rahel rachele rakel rahil rachelle ~shelly ~rae ~ruchel רחל راحيل
rebecca rebekka rivka rebekah rebeca revekka ~becky ~becca ~riva רבקה
leah lea lia leia léa לאה
esther ester hester estera eszter istera ~essie ~esti ~hettie אסתר
ruth rut routh ~ruthie רות
deborah debora devorah debra dvora ~debbie ~deb דבורה
judith judit giuditta yehudit judyta ~judy ~jutta ~judi ~dita יהודית
martha marta marthe marfa ~marty ~mattie
barbara varvara barbora barbro varvara borbala ~barb ~babs ~barbie ~basia ~bärbel ~varya ~barbi ~bobbie
victoria viktoria vittoria viktoriya victoire wiktoria viktorija vitoria viktoriia ~vicky ~vika ~tori ~vic ~viki ~wika ~queenie 维多利亚 ヴィクトリア
veronica veronika véronique weronika beronike verónica ~vero ~ronnie ~roni ~nika ~vroni
vera wera viera věra ~verochka ~verka
nadia nadezhda nadezda nadiya nadya nadja nadejda nadine nada nádia nadiia ~nadyusha ~nadenka ~nadka
natalia natalie natalya nathalie nataliya natália nataliia natalja natalija nataly ~natasha ~tasha ~nata ~natascha ~talia ~nat ~natashenka ナタリア 娜塔莉亚
olga olha helga volha olja ~olya ~olia ~olenka ~helga
tatiana tatyana tetiana tetyana tatjana tatianna taciana ~tanya ~tania ~tanja ~tata ~tanyusha タチアナ
irina iryna irene irena irini iryna irène irinei irén ~ira ~irka ~irusya ~rena イリーナ 伊琳娜
galina halyna halina galyna ~galya ~galka ~halya
larisa larissa laryssa ~lara ~lora ~larochka
ludmila lyudmila liudmila ljudmila ludmilla lyudmyla ~lyuda ~lyusya ~mila ~luda
lydia lidia lidiya lidija lídia ~lida ~lidka
marina maryna ~marisha ~rina ~mara
oksana oxana ksenia xenia kseniya ksenija xeniya axinia aksinya ~ksyusha ~ksana ~ksusha ~oksanka
svetlana svitlana svjetlana ~sveta ~lana ~svetla ~svetik スヴェトラーナ
sophia sofia sophie sofiya zofia sofie zsofia sofija zofie ~sonia ~sonja ~sonya ~zosia ~sofi ~zofka ~fifi ソフィア 索菲亚
eugenia evgenia evgeniya yevgenia yevgeniya eugenie yevheniya jevgenija evgeniia eugénie ~zhenya ~genya ~zhenja
emma ema irma ~em
emily emilia emilie emilija émilie emiliya ~em ~emmy ~milly ~mila エミリー 艾米丽
amelia amalia amélie amalie amelie amália ~millie ~mali
alice alicia alisa alix aliz alicja alisia ~ali ~allie ~lici
adele adela adelaide adelheid adelina ~addie ~heidi ~della ~adelka ~heide
heidi adelheid ~heide ~heid
agnes agnieszka inés ines agnese agnessa anezka agneta ~aga ~agi ~nesta
agatha agata agathe agafia agda
angela angelika angelica angelina angelique anjela anzhela anzhelika aniela andjela ~angie ~geli ~gela ~angi アンゲラ 安吉拉
angelo angel ángel angelos anghel angelus engel ~angie
antonia antonina antoinette antonie ~toni ~tonia ~tonya ~tosia ~nina ~nette ~tina
beatrice beatrix beatriz beata béatrice beatrica ~bea ~trixie ~trix ~bia
bridget brigitte brigitta birgit brigida birgitta bridgette britta bríd ~biddy ~gitte ~gitta ~brit ~bridie
caroline carolina karolina karoline carolyn karolin caroline carola ~carrie ~lina ~caro ~line ~lola 卡罗琳
carmen carmela carmelita carmel ~mela ~menchu
cecilia cecile cecily cäcilie cecylia celia cécile zäzilia ~cissy ~cilla ~cilli
charlotte carlotta carlota karlotta šarlota ~lotte ~lotta ~charlie ~lottie ~lotti ~charly ~tottie
clara klara claire clare chiara klára clair klaara ~clarita ~kläri
cornelia cornelie kornelia ~connie ~nelly ~conny ~corrie ~nele
cornelius cornelis kornel corneliu korneli ~cor ~kees ~niels ~corné ~cees
diana diane dijana dianna ~di
dorothy dorothea dorothee dorota dorotea dorothée ~dot ~dottie ~dolly ~dora ~thea ~dorli ~dorrie
edith edita edyta edit ~edie ~edda
eva eve evelyn ewa evelina eveline yeva yeva ieva evita hawwa hava chava ~evi ~evie ~ewka ~éva حواء חוה
frances francesca francisca franziska francoise françoise franciszka františka fanny ~fran ~fanny ~franzi ~paca ~paquita ~cesca ~frankie ~frannie
gertrude gertrud gertrudis gertruda ~trudy ~gerti ~gerda ~trude ~trudi
gerda gerde ~gerdi
gloria glória
grace grazia gracia graciela graziella gracja ~gracie ~chela
guadalupe ~lupe ~lupita
henrietta henriette enriqueta harriet harriett henrike hendrika henrietta ~etta ~hattie ~hetty ~jette ~rika ~kika
hilda hilde hildegard hildegarde ~hilly ~hildi ~gard
ingrid inga inge ingeborg inger ~ingi ~inka
jacqueline jaqueline jackeline zaklina ~jackie ~jacqui ~jacky
jennifer jenifer guinevere ginevra jenny jennyfer ~jen ~jenn ~jenni ~jennie ジェニファー 珍妮弗
jessica jessika gessica iska yiska ~jess ~jessie ~jessy
josephine josefina giuseppina josefa josefine józefina ~jo ~josie ~pepita ~pepa ~fina ~josette ~peppina ~finchen
laura laure lora lauren laurie lavra loretta ~lori ローラ 劳拉
linda lynda ~lin ~lindy
lillian liliana lilian liliane lily lilia liliya lilija ~lil ~lilli ~lili
louise luise luisa luiza ludovica louisa lovisa lujza ~lou ~lulu ~lisel ~lula ~isa
lucy lucia lucie lucía luzia lucija lucyna ~lucinda ~lu ~luce ~lucka ルーシー 露西
magdalena magdalene madeleine madalena maddalena magda madeline magdolna ~maddie ~lena ~magda ~leni ~madge ~magdi
melissa melisa ~mel ~missy
michelle michaela micaela michele mikaela michalina mihaela mihaila ~shelly ~micha ~miki ~michi ミシェル 米歇尔
monica monika monique mónica ~moni ~nica ~mona
nancy nansi
nicole nicola nicoletta nikoletta nikol nicolette ~nicky ~niki ~coco ~colette
nina nena ninel
olivia oliwia olívia ~liv ~livia ~ollie
pamela ~pam ~pammy
patricia patrizia patrycja patrícia ~pat ~patty ~tricia ~trish ~patsy ~patti
paula paola pauline paulina polina paule pavla pavlina pola ~polly ~paulette ~polya ~pavlinka ポーラ 波琳娜
petra pierrette petronella pietra petronela piera
philippa filippa felipa ~pippa ~pip
rosa rose rosalie rosalia roza rosalind rosie rosita rosina róża ružena ~rosi ~rozi ~rozalia ローザ 罗莎
roxana roxane roksana roxanne
samantha samanta ~sam ~sammy
sandra xandra ~sandy ~sandi
silvia sylvia sylvie silvie szilvia sylwia ~syl ~silvi
silvio sylvain silvester sylvester silvestre silviu sylwester ~sly
simone simona šimona ~mona ~simi
stephanie stefania stefanie stefanija estefania stephania stephany ~steffi ~stef ~stevie ~fanny ~stefka
theresa teresa therese tereza térèse teréz teresia theresia ~terry ~tess ~tessa ~tere ~resi ~resl ~treza
ursula orsola urszula uršula ~ursel ~uschi ~ulla ~ursi ~ula
ulrike ulrika ulrica ~uli ~ulla ~rike ~uschi
virginia virginie virginija ~ginny ~ginger
vivian viviana vivien vivienne bibiana bibiane ~viv ~vivi
wilhelmina wilhelmine guillermina guglielmina ~minna ~mina ~minnie ~willa ~velma ~helmi ~billie
yvonne ivonne iwona ivona yvone ~vonny ~evonne
yvette ivette yveta iveta
yves ivo iwo ives yvon
zoe zoë zoya zoja zoi zoia
aidan aiden aodhan
alvaro álvaro alvar
amadeo amadeus amedeo
ambrose ambrosius ambrogio ambrosio
anatole anatoly anatoli anatoliy anatolij anatolio anatol anatolii ~tolya ~tolik ~tolja
angus aonghus ~gus
ansgar ansgarius
archibald archie archimbald ~arch ~baldo
arnold arnaldo arnaud arnoldo arnaldo arnoud ~arnie ~arno ~noldi
axel absalom aksel
baldwin baudouin boudewijn balduin
balthasar baltasar baltazar
barry barrie ~baz
bartholomew bartolomeo bartolome barthélemy bartosz bartlomiej bertalan bartholomaeus bartolomeu vartholomeos bartol ~bart ~bartl ~barta ~bartek
basil vasily vasili vasiliy vasilij vassily wassily vasil basilio basile vasyl vasilios vassilis vasile bazyli vasileios wassili vaso ~vasya ~vas ~billis ~vassos باسل
blaise blas biagio blaz balazs
bogdan bohdan ~bodya ~bogus
bojan boyan
boris borys barys borislav borivoj ~borya ~boria ~bora ボリス 鲍里斯
bradley ~brad
brian bryan brien brayan
bruce ブルース 布鲁斯
bruno brunon brunone
burkhard burkhart burchard
calvin ~cal
cameron ~cam
casimir kazimierz kasimir kazimir casimiro ~kaz ~kazik
caspar kaspar jasper gaspard gaspar gaspare casper kasper
cesar césar cesare caesar cezar cezary
clifford clifton ~cliff
cosimo cosmas cosme kosma kuzma
craig
cuthbert ~bert
curtis ~curt
dale
damian damien damiano demyan damjan
darius dario dariusz darioush daryush dariush داریوش
derek derrick dietrich dirk theodoric diederik teodorico ~rick ~dieter ~didi
dieter diether ~didi
desmond ~des
dylan dillon
egon
ernestine ernesta ernestina ~erna
elmer aylmer
enoch henoch
ewald evald
fabian fabien fabiano fabio fabius
faustino faust fausto
fergus fergal
fidel fidelio fedele
fiona fionnuala
florian florin floriano florent ~flo ~flori
florence florentina florentia ~flo ~flossie ~florrie
gaston
gavin gawain gavan
genevieve genoveva genowefa genoveffa ~gen ~viva
gilles giles egidio gil egidius egid ~gidi
glen glenn
gonzalo gonçalo gundisalvo ~gonza ~chalo
gordon
`
