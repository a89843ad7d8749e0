/**
 * Words for what a company does. A line is one meaning in many languages and scripts; the first word names it. «*» ends a
 * stem. A word of Cyrillic or Greek script also stands for its transliteration.
 */
export const activities = `
bank banks banking banka bankas bankasi banki banku bankası banque banques banco bancos banca bancorp bancshares bancaria bancaire bancario banken bankers bankovni bankovská банк банка банковский τραπεζα τράπεζα τραπέζης بنك مصرف بانک البنك المصرف בנק 银行 銀行 은행 bankhaus banc banko pankki bankinter バンク ginko yinhang eunhaeng יהבנק
insurance insurances insurer assurance assurances versicherung versicherungen versicherungs seguro seguros seguradora assicurazione assicurazioni assurantie verzekering verzekeringen forsikring försäkring sigorta ubezpieczenia ubezpieczen asigurari asigurare pojistovna osiguranje biztosito страхов* страхование страховая ασφαλειες ασφαλιστική تأمين التأمين للتأمين بیمه ביטוח 保险 保険 보험 reinsurance reassurance rückversicherung
life leben vie vida vita жизнь الحياة 生命 생명 人寿
trade trading trader traders trades commerce commercial commercials commerciale comercio comercial commercio kommerz handel handels handelshaus commercante negoce négoce ticaret ticari trgovina trgovacko trgovinsko obchod obchodni handlowy handlowe handlowa kereskedelmi comert comercializadora tijarat торг* торговля торговый торговая торговое торговий коммерческий коммерч* трейд трейдинг trejding treiding комерц* εμπορια εμπορική εμπορικη تجارة التجارة للتجارة تجاری التجاري التجارية تجاري بازرگانی מסחר סחר 贸易 商贸 商业 商務 貿易 商事 商業 통상 무역 상사 상업 トレーディング トレード boeki shoji shokai 商会 商社 maoyi shangmao muyeok moo-yeok handelsonderneming mercantile merchants merchant mercantil mercantile kauppa
import imports importer importers importacion importadora importation importação einfuhr импорт* استيراد الاستيراد للاستيراد واردات ייבוא 进口 輸入 수입 インポート ithalat uvoz
export exports exporter exporters exportacion exportadora exportation ausfuhr exporta экспорт* експорт* تصدير التصدير والتصدير صادرات ייצוא 出口 輸出 수출 エクスポート ihracat izvoz eksport
importexport 进出口 impex import-export imeks импэкс impeks 輸出入 수출입
shipping shiping maritime marine marítima maritima naviera navigation navigazione navigacion navegacion navegação reederei schiffahrt schifffahrt shipholding shiplines denizcilik zegluga żegluga brodarstvo plovidba пароходств* судоход* морск* морской морское шиппинг shippin kaiun 海運 海运 航运 航運 해운 해운공사 선박 船舶 船务 shipowners ναυτιλια ναυτιλιακή ναυτιλιακη ναυτιλιακές شحن الشحن للشحن ملاحة الملاحة للملاحة بحرية البحرية کشتیرانی ספנות シッピング 汽船 船運 rederi rederij varustamo navale compagnie-maritime yusen 郵船 kisen
lines line linie linien lignes lineas líneas linee لاينز خطوط линии ライン lijnen
ocean 원양 oceanic ocean-going ozean océan oceano океан* 远洋 海洋 遠洋 대양 أوشن אוקיינוס
air airline airlines airways aviation avia aviacion aviación aeroline aereas aereo aérea aéreas aerien aérien lineas-aereas luftfahrt luftfahrtgesellschaft fluggesellschaft luftverkehr flug havayollari havayolları havacılık havacilik авиа авиация авиакомпания авиалинии авиационный авиацион* авиац* авиали* αεροπορια αεροπορία αεροπορική αερογραμμές طيران الطيران للطيران هواپیمایی ایر ایرلاین תעופה אוויר אויר 航空 항공 エア エアライン hangkong kouku hanggong wings avio aerolineas aerolíneas linhas-aéreas lotnicze аэролинии
aerospace aeronautics astronautics aerospatiale аэрокосм* космич* space raumfahrt espace espacial 航天 宇宙 우주 فضا الفضاء 航空航天
oil нк nk petroleum petrol petroleos petróleos petróleo petroleo petrole pétrole pétroles petrolera petrolifera petroli petrolieri neft нефть нефтян* нефте нафт* нафтна naftna nafta neftyanaya نفط النفط نفت نفتی للنفط بترول البترول للبترول الزيت זית נפט πετρελαια πετρέλαια 石油 석유 原油 petroli erdöl erdoel mineralöl mineral-oil olie oleo naft naftowa петрол* ropa oljeselskap sekiyu seoyu shiyou
gas gaz gás газ газов* غاز الغاز گاز للغاز αεριο αέριο גז 天然气 燃气 ガス 가스 天然ガス erdgas natural-gas 天然gas plin doğalgaz dogalgaz
oilgas 石油天然气 neftegaz нефтегаз* oilgas
energy energie energia énergie energía energetica energética enerji energo энерг* енерг* طاقة الطاقة للطاقة انرژی אנרגיה ενεργεια ενέργεια 能源 에너지 エネルギー エナジー nengyuan energetyczna energija energetik
electric electricity electrical electrica eléctrica electricité électricité elektrik elektro elektrizität elektrizitäts electricidad elektryczna электрич* электро* ηλεκτρισμος ηλεκτρισμού ηλεκτρική كهرباء الكهرباء برق חשמל 电气 电力 電気 電力 電器 电器 전기 전력 한전 denki dianqi dianli elettrica elettrico elec elect power kraftwerk puissance strom kraftwerke tepco elektrana силов* パワー 동력 动力
electronics electronic electronique elektronik elektronika elettronica electronica electrónica электрон* إلكترونيات الکترونیک אלקטרוניקה ηλεκτρονικα 电子 電子 電機 전자 エレクトロニクス dianzi jeonja denshi
nuclear atomic atom atomique nucléaire nuklear atómica atomik атом* ядерн* نووية الذرية اتمی هسته‌ای גרעין 核 原子力 원자력 核能
steel steelworks stahl acier aciers acero aceros acciaio acciaierie aço siderurgica siderúrgica siderurgie celik çelik stal stalowa ocel celik staal сталь стальн* сталел* χαλυβας χαλυβουργία حديد الحديد فولاذ فولاد الصلب فلز פלדה 钢铁 鋼鉄 製鉄 製鋼 鉄鋼 钢 제철 철강 スチール gangtie seitetsu ironworks iron
metal metals metall metalle métal métaux metales metalli metallurgy metallurgical metallurgique metalurgia metalurgica metalürji hutnictwo металл* металлург* металлургическ* метал* معدن المعادن معادن 金属 金屬 冶金 금속 メタル métallurgie metallurgia metalwork metalworks
aluminium aluminum aluminio alumínio alluminio алюмин* ألمنيوم الألمنيوم 铝业 铝 アルミ 알루미늄
copper kupfer cuivre cobre rame медь медн* نحاس مس 铜 銅
mining mina minas minero minera miniere mine mines mineral minerals mineria minería minera mineração minerario miniere bergbau gornictwo górnictwo madencilik maden rudarstvo rudnik горн* горнодобы* рудник* ορυχεια تعدين التعدين للتعدين مناجم כרייה 矿业 鉱業 鉱山 矿山 광업 광산 kuangye mineraria extraction minière
coal kohle charbon carbon carbón carvão уголь угольн* فحم 煤炭 煤业 石炭 석탄 kömür wegiel
cement zement ciment cimento cementos ciments çimento cimenterie cementos cementi цемент* أسمنت الإسمنت سیمان מלט 水泥 セメント 시멘트
construction constructions constructor constructora construcciones construcao construção costruzioni costruzione bau baugesellschaft bauunternehmen hochbau tiefbau building builders contracting contractors contractor insaat inşaat budowa budowlane budownictwo gradnja gradevinsko stavby stroy строй строит* строительн* буд* будів* монтаж κατασκευη κατασκευαστική κατασκευές مقاولات المقاولات للمقاولات بناء البناء إنشاءات للإنشاءات ساختمان ساختمانی בנייה בניה 建筑 建設 建设 建工 建築 工務店 건설 건축 コンストラクション jianshe jianzhu kensetsu geonseol bouw construct constr baumaterial
engineering engineers engineer ingenierie ingénierie ingenieria ingeniería ingegneria engenharia ingenieure muhendislik mühendislik inzynieria инжиниринг инженер* هندسة الهندسة للهندسة مهندسی הנדסה μηχανικη 工程 エンジニアリング 엔지니어링 gongcheng maschinenbau tekniikka eng
industry industries industrial industriel industrielle industrias indústria industria industrie industriale industri industrija industriya promyshlennost sanayi sanayii przemysl przemyslowe prumysl ipar пром промышл* промисл* индустр* индустри* βιομηχανια βιομηχανία βιομηχανική صناعة الصناعة صناعات صنايع الصناعية صنعت صنایع صناعی תעשיה תעשיות תעשייה 工业 工業 实业 実業 實業 产业 産業 공업 산업 インダストリー インダストリーズ gongye shiye kogyo saneop gieop ind inds indus
manufacturing manufacturer manufacturers manufacture manufactura manufatura fabrication herstellung hersteller fertigung imalat produkcja proizvodstvo производ* production productions producer produktion producción produção produzione إنتاج تولید توليد 制造 製造 生产 生産 제조 생산 マニュファクチャリング zhizao seizo mfg mfr proizvodnja manufaktura
factory works plant zavod zavody werk werke fabrik fabrika fabrique fabrica fábrica fabbrica usine usines planta mill mills zaklad zaklady zakłady zavodi gyar gyár tovarna fabriken завод завода завод* фабрика фабр* комбинат* kombinat εργοστασιο εργοστάσιο مصنع معمل کارخانه כלאי מפעל מפעלי 工厂 厂 工場 공장 プラント ファクトリー gongchang kojo verke verk
shipyard shipyards shipbuilding werft chantier-naval astillero astilleros cantieri stocznia tersane verf верфь верф* судостроит* судоверфь ναυπηγεια حوض-سفن מספנות 造船 造船厂 造船所 船厂 조선소 ドック zosen
automobile automobiles automotive automotor auto autos motor motors moteurs motoren automobil automovil automóviles automobili otomotiv samochody авто* автомобил* автомоб* автозавод* αυτοκινητα سيارات السيارات خودرو רכב 汽车 自動車 汽車 자동차 モーター モータース オート qiche jidosha jadongcha vehicle vehicles car cars
machine machinery machines maschinen maschinenfabrik machinery maquinaria macchine makine maszyny машин* машиностроит* машиностроен* машиностроительн* mashinery آلات ماشین מכונות 机械 機械 机器 기계 マシナリー jixie kikai gigye machinebau
tool tools werkzeug werkzeuge outils herramientas инструмент* 工具
arms weapons weapon waffen armes armas armi armament armaments оружейн* оружие вооружен* rüstung أسلحة السلاح سلاح 兵器 武器 무기 silah oruzhie ordnance munitions munition ammunition
defence defense defensa difesa défense verteidigung oborona оборон* oboron دفاع الدفاع دفاعی ביטחון 国防 防衛 국방 방위 savunma obrona
missile rocket raketen missiles ракет* صواريخ موشک 导弹 미사일
military milit* militaire militär militar военн* wojskow* askeri عسكرية نظامی 军事 軍事 군사
security safety sicherheit securite sécurité seguridad segurança sicurezza guvenlik güvenlik ochrona безопасн* охран* أمن الأمن للأمن امنیت אבטחה 安全 保安 安保 警備 보안 セキュリティ protection guard guards securitas
pmc чвк chvk частная-военная-компания
securities wertpapiere valores titres брокер* 证券 証券 증권 أوراق-مالية securities brokerage broker brokers 证劵
chemical chemicals chemistry chemie chimie chimique quimica química químicas chimica kimya chemia chemiczne kemija хим хими* химич* χημικα χημική كيماويات كيميائية الكيماوية شیمیایی כימיות כימיקלים 化工 化学 化學 화학 케미칼 ケミカル huagong kagaku hwahak chem
petrochemical petrochemicals petrochemie petroquimica petroquímica petrochem нефтехим* بتروكيماويات پتروشیمی 石化 石油化学 석유화학 petchem
fertilizer fertilizers fertiliser dünger engrais abonos удобрен* أسمدة 化肥 肥料 비료
pharmaceutical medicine pharmaceuticals pharma pharmaceutica pharmacy farma farmaceutica farmacéutica pharmaceutique pharmazie pharmazeutische laboratorio-farmaceutico ilac ilaç фарм* фармацевт* أدوية الأدوية دارو דارویی פרמצבטיות פארמה תרופות 医药 製薬 药业 制药 薬品 제약 ファーマ yiyao seiyaku zhiyao drug drugs medicines pharm
medical medizin médical medico médico medica sante santé health healthcare salud saude saúde gesundheit saglik sağlık здоров* медиц* мед طبي الطبية صحة الصحة پزشکی רפואה רפואי 医疗 医療 医学 의료 メディカル clinic clinics klinik clinique clinica
hospital hospitals krankenhaus hôpital ospedale szpital больниц* госпитал* مستشفى بیمارستان בית-חולים 医院 病院 병원
textile textiles textil textiel tessile tekstil wlokiennicze текстил* نسيج المنسوجات נسאגی טקסטיל 纺织 紡績 紡織 섬유 방직 テキスタイル fabrics cotton tessuti
clothing garment garments apparel bekleidung vêtements konfeksiyon fashion fashions mode moda 服装 服饰 의류 アパレル أزياء
food foods foodstuff foodstuffs lebensmittel nahrungsmittel aliment alimentos alimentari alimentaire alimentation gida gıda spozywcze spożywcza пищ* продовольств* продукт* أغذية غذائية مواد-غذائية الغذائية غذایی מזון 食品 식품 フード フーズ shipin shokuhin sikpum
beverage beverages drinks getränke boissons bebidas bevande напитк* مشروبات 饮料 飲料 음료
beer brewery breweries brauerei brasserie cerveceria birra пивовар* 啤酒 麦酒 맥주
sugar zucker sucre azucar azúcar zucchero seker сахар* سكر السكر شکر 糖业 製糖
tobacco tabak tabac tabaco tabacco tutun табак* табач* تبغ دخانیات 烟草 たばこ 담배
agriculture agricultural agricole agricola agrícola agrario agrarian agro agrar landwirtschaft landwirtschaftliche tarim tarım ziraat rolnictwo rolniczy rolny poljoprivredna сельскохоз* сельхоз* агро аграрн* زراعة الزراعة زراعية الزراعية کشاورزی חקלאות γεωργια αγροτική 农业 農業 农村 농업 농협 アグリ nongye nogyo farm farms farming
fishing fishery fisheries fischerei pêche pesca pesquera pesquero рыб* рыболов* صيد أسماك شیلات דיג 渔业 漁業 水産 水产 수산 suisan
forest forestry timber wood holz bois madera maderas legno orman лес* лесн* лесопром* أخشاب چوب 木业 林业 木材 林業 목재
paper papier papel carta kagit kağıt бумаж* бумага ورق کاغذ נייר 纸业 製紙 造纸 제지 seishi pulp cellulose zellstoff
water wasser eau eaux agua água acqua voda вода водоканал* водн* مياه المياه آب מים 水务 水道 水利 수도 su-isleri
telecom telecommunication telecommunications telecomunicaciones télécom telekom telekomunikasyon телеком* связь связи связ* اتصالات الاتصالات للاتصالات مخابرات תקשורת 通信 电信 通讯 電信 電話 통신 テレコム tongxin tsushin tongsin comms communication communications communicaciones kommunikation telephone telefon telefonica
mobile mobil móvil mobiles мобил* 移动 移動 모바일 モバイル همراه الجوال phone phones 手机
technology giken technologies technique technik technologie technologia technologiya technological tecnologia tecnología tecnologias técnica tecnica teknoloji teknik texnologiya tehnologija технолог* техн* техника τεχνολογια تقنية تكنولوجيا التكنولوجيا فناوری טכנולוגיה טכנולוגיות 科技 技术 技術 技研 기술 테크 테크놀로지 テクノロジー テック keji jishu gijutsu tech techn technol tecno tekno 科技股份 techno
computer computers ordinateur informatique informatik informatica informática bilgisayar компьютер* كمبيوتر رایانه מחשבים 计算机 コンピュータ コンピューター 컴퓨터 jisuanji
software logiciel программ* برمجيات نرم‌افزار תוכנה 软件 ソフトウェア ソフト 소프트웨어 yazilim yazılım soft
information informacion info информа* معلومات اطلاعات מידע 信息 情報 资讯 정보 xinxi joho informatics bilişim data donnees daten datos 数据 データ данн*
digital digitale digitales numérique цифров* رقمية דיגיטל 数字 数码 デジタル 디지털
grid 电网 送電網 électro-grid
network networks netz netzwerk réseau red-es сеть сетев* شبكة شبکه רשת 网络 ネットワーク 네트워크 net wangluo
internet online web интернет* 互联网 インターネット 인터넷
system systems systeme système systèmes sistema sistemas sistemi sistem система систем* نظم أنظمة سیستم מערכות 系统 システム システムズ 시스템 xitong sys
automation automatisierung automatique automatización автоматизац* 自动化 自動化 オートメーション 자동화
instrument instruments instrumentation apparatebau pribor прибор* 仪器 計器 器械 計測
equipment equipments ausrüstung equipement équipement equipamiento equipos ekipman оборудован* معدات تجهیزات ציוד 设备 装备 設備 裝備 장비 zhuangbei shebei 器材
material materials matériaux materialien materiales materiali malzeme материал* مواد مصالح חומרים 材料 物资 素材 資材 소재 jiancai 建材
parts components komponenten composants componentes детал* комплект* قطعات 部品 零部件 부품
plastic plastics kunststoff plastique plastico plastik пласт* بلاستيك پلاستیک פלסטיק 塑料 塑胶 プラスチック 플라스틱
rubber 타이어 轮胎 gummi caoutchouc caucho kaucuk шин* резин* مطاط لاستیک 橡胶 ゴム 고무 tyre tire tyres tires reifen
glass glas verre vidrio vetro cam стекл* زجاج شیشه 玻璃 硝子 ガラス 유리
media medien médias medios medya медиа إعلام الإعلام رسانه מדיה 传媒 媒体 メディア 미디어 chuanmei
press presse prensa stampa basin basım печат* пресс* صحافة مطبوعات 出版 新聞社 印刷 출판 publishing publisher publishers verlag édition edition editions editora izdatelstvo издател* yayin druckerei printing print
news newspaper zeitung journal gazette gazeta новост* газета أخبار صحيفة خبر روزنامه חדשות 新闻 新聞 日报 日報 통신사 신문 haber shinbun times
television tv télévision fernsehen televisión телевиден* телекан* تلفزيون צداوسیما טלוויזיה 电视 電視 テレビ 방송 broadcasting broadcast rundfunk radio радио إذاعة 广播 放送 방송국
film films cinema kino pictures studio studios фильм* кино* студия افلام 影业 影视 映画 영화 電影
advertising publicity werbung publicité publicidad реклам* إعلان دعاية 广告 広告 광고 marketing маркетинг* تسويق マーケティング
hotel hotels hôtel hoteles alberghi otel гостиниц* отель* فندق فنادق هتل מלון מלונות 酒店 饭店 ホテル 호텔 hospitality resort resorts inn
tourism tourist tourisme turismo turizm turystyka туризм* турист* سياحة السياحة گردشگری תיירות 旅游 観光 旅行 관광 여행 travel travels reisen reisebüro voyages viajes viaggi seyahat سفر safari tours tour
restaurant restaurants gastronomie catering ristorante ресторан* مطعم رستوران 餐饮 飲食 レストラン 외식
transport transports transportation transportes trasporti transporte transportgesellschaft tasimacilik taşımacılık nakliyat nakliye przewozy prijevoz spedition spediteur spedizioni перевоз* транспорт* транс نقل النقل للنقل حمل‌ونقل תחבורה הובלה μεταφορες μεταφορά μεταφορική 运输 運輸 運送 交通运输 운송 운수 トランスポート yunshu unyu unso carrier carriers freight fracht cargo cargos haulage vervoer forwarding forwarder
logistics logistic logistik logistica logística logistique lojistik logistyka логист* لوجستية الخدمات-اللوجستية لجستیک לוגיסטיקה 物流 ロジスティクス 로지스틱스 물류 wuliu butsuryu
railway railways railroad rail rails eisenbahn eisenbahnen bahn bahnen chemins-de-fer chemins fer ferrocarril ferrocarriles ferrovie ferroviaria ferrovia demiryolu demiryollari koleje zeleznice железн* железнодорож* سكك-حديد راه‌آهن רכבת 铁路 鉄道 철도 tielu tetsudo spoorwegen
port ports harbour harbor hafen porto puerto puertos liman порт порта портов* ميناء موانئ الموانئ بندر נמל 港口 港务 港湾 항만 gang-man
airport flughafen aéroport aeropuerto havalimani аэропорт* مطار فرودگاه 机场 空港 공항
road δρόμος οδός autobahn route дорог* автодор 道路 公路
communications-bank 交通 
post postal poste postes correos correo posta почта почтов* بريد پست דואר 邮政 郵政 郵便 우편 우정 PTT
research recherche recherches forschung forschungs investigacion investigación pesquisa ricerca arastirma araştırma badania badawczy issledovatelskiy исслед* научно* научн* بحث بحوث أبحاث تحقیقات پژوهش מחקר 研究 硏究 リサーチ 연구 연구개발 yanjiu kenkyu yeongu r&d
institute institut instituto istituto enstitu enstitü instytut институт* معهد مؤسسه מכון ινστιτουτο 研究所 研究院 학원 연구소 インスティテュート yanjiusuo yanjiuyuan kenkyujo inst
university universität universitaet université universidad universidade università universite uniwersytet университет* جامعة دانشگاه אוניברסיטה 大学 大學 대학 대학교 univ daxue daigaku
academy akademie academie académie academia accademia akademi akademia академ* أكاديمية فرهنگستان אקדמיה 学院 科学院 アカデミー 아카데미 과학원
laboratory laboratories laboratoire laboratorio laboratorios labor labs lab лаборатор* مختبر آزمایشگاه מעבדה מעבדות 实验室 研究室 ラボ 실험실
science sciences scientific wissenschaft scientifique ciencia ciencias scienza bilim nauka наук* علوم العلوم علم מדע 科学 科學 사이언스 과학
natural nature naturelles naturwissenschaften naturales 自然 자연 طبيعية природн*
education bildung éducation educacion educación eğitim образован* تعليم آموزش חינוך 教育 교육 school schools schule école escuela школа مدرسة 学校 학교 training
center centre zentrum centro merkezi merkez centrum центр* مركز المركز مرکز מרכז κεντρο κέντρο 中心 センター 센터 zhongxin
designbureau конструкторское-бюро кб okb окб скб skb 设计院 design projekt designers dizayn дизайн* تصميم طراحی デザイン 设计 設計 디자인 설계
bureau office büro buero oficina ofis бюро отдел مكتب المكتب دفتر אדارة משרד 局 办公室 事務所 사무소 オフィス 실
ministry ministerium ministère ministerio министерств* وزارة وزارت משרד-ה 部 省 부
department abteilung département departamento dept управлен* отдел* إدارة اداره 部门
headquarters قرارگاه zentrale-verwaltung hauptquartier siège sede штаб 本部 본부
administration verwaltung amministrazione administración administração uprava администрац* إدارة-عامة 管理局
agency agentur agence agencia agenzia ajans ajansı агентств* وكالة آژانس סוכנות 代理 通信社 代理店 에이전시 agent agents
authority behörde autorité autoridad هيئة סازمان رשות 当局 公団
committee komitee comité comitato комитет* لجنة کمیته ועדה 委员会 委員会 위원회
commission kommission comision комисси* مفوضية
council rat consejo conseil совет* مجلس شورا 理事会 议会
organization organisation organización organizzazione организац* منظمة سازمان ארגון 组织 機構 机构 기구
foundation stiftung fondation fundacion fundación fundação fondazione vakif vakfı благотвор* مؤسسة-خيرية بنیاد קרן 基金会 財団 재단 财团 zaidan charity charitable
fund funds fonds fondo fondos fundo фонд* صندوق الصندوق קרנות 基金 ファンド 펀드 jijin
relief hilfe aide secours ayuda إغاثة الإغاثة yardim امداد 救济 救援 aid
humanitarian humanitaire гуманитарн* إنسانية 
association verein vereinigung verband asociacion asociación associazione associação dernek ассоциац* جمعية الجمعية انجمن אגודה עמותה 协会 協会 협회 xiehui kyokai assoc assocs associates associated asocies associés assn society societal
union unions bund unione união unión birlik союз* اتحاد الاتحاد اتحادیه איגוד 联盟 連合 연합 연맹 联合会 unia
federation föderation fédération federacion federación федерац* اتحاد-فدرالی 联合 連盟
cooperative co-operative genossenschaft cooperativa coopérative kooperatif spoldzielnia zadruga кооператив* تعاونية تعاونی קואופרטיב 合作 合作社 協同 협동 조합 coop co-op raiffeisen 信用社 組合
party partei parti partido partito партия حزب 党 당
front фронт جبهة جبهه 阵线 전선
army armee armée ejercito esercito ordu армия جيش الجيش ارتش צבא 军 軍 군대
brigade brigaden бригад* لواء 旅団 여단
battalion bataillon батальон كتيبة كتائب גדוד
movement bewegung mouvement movimiento движен* حركة جنبش תנועה 运动 운동
church kirche église iglesia церк* كنيسة 教会 교회
club klub клуб نادي باشگاه מועדון 俱乐部 クラブ 클럽
sport sports deporte спорт* رياضة ورزش ספורט 体育 スポーツ 스포츠
finance financial finances financiero financiera finanz finanzen financière financier finanza finanziaria finans finanse финанс* مالية المالية تمويل للتمويل مالی מימון פיננסים χρηματοδοτική 金融 ファイナンス 파이낸스 금융 jinrong kinyu financing fin
credit credito crédito crédit kredit kredi kredyt kreditnyj кредит* ائتمان الائتمان اعتبار אשראי πιστωτική 信用 信贷 信販 クレジット 신용 카드
savings sparkasse spar épargne ahorro ahorros risparmio sber сберегат* توفير پس‌انداز 储蓄 貯蓄 저축 oszczędności caisse caja cassa
mortgage hypothek hypotheken hypotheken hypothécaire hipotecario hypo ипотеч* رهن مسکن משכנתאות 抵押 住宅金融
investment investments investing investor investors invest investissement investissements inversion inversiones investimenti investimento yatirim yatırım inwestycje beteiligung beteiligungen beteiligungs инвест* капиталовлож* استثمار الاستثمار للاستثمار سرمایه‌گذاری השקעות επενδυσεις επενδυτική 投资 投資 투자 インベストメント touzi toushi tuja vermögens kapitalanlage vermögensverwaltung wealth
asset assets vermögen actifs activos актив* أصول דارایی 资产 資産 자산
capital kapital capitale sermaye капитал* رأس-مال سرمایه הון 资本 資本 キャピタル 캐피탈 ziben
partner partners partenaires socios партнер* شركاء שותפים 合伙 パートナーズ 파트너스
consulting consultants consultancy consultant conseils beratung unternehmensberatung consultoria consultoría consulenza danismanlik danışmanlık doradztwo консалт* консульт* استشارات الاستشارات مشاوره ייעוץ συμβουλοι 咨询 顾问 コンサルティング 컨설팅 zixun advisory advisors advisers adviser
management gestion gestión gestione yönetim yonetim zarzadzanie управляющ* менеджмент* إدارية مدیریت ניהול 管理 관리 経営 경영 マネジメント 매니지먼트 mgmt manag mgt
development entwicklung développement desarrollo desenvolvimento sviluppo kalkinma kalkınma gelistirme rozwoj rozwój razvoj развит* разработ* девелоп* تنمية التنمية تطوير للتطوير توسعه פיתוח αναπτυξη 发展 開発 开发 開發 發展 개발 ディベロップメント fazhan kaifa kaihatsu gaebal dev devel develop developers
exchange exchanges wechselstube wechsel cambio cambios change doviz döviz kantor обмен* صرافة الصرافة للصرافة صرافی חלפנות 交易所 取引所 兑换 거래소 エクスチェンジ jiaoyisuo bourse börse borsa биржа بورصة بورس
remittance money-transfer transfer hawala حوالة الحوالات تحويل денежн* 汇款 送金 송금
property properties real-estate realestate immobilien immobilière immobilier inmobiliaria inmobiliarias immobiliare imobiliária gayrimenkul emlak nieruchomosci nekretnine недвиж* عقارات العقارية للعقارات املاک נדל״ן נכסים ακινητα 房地产 地产 不動産 부동산 プロパティ dichan fudosan realty estate estates land lands
housing wohnbau wohnungsbau vivienda logement konut жилищ* إسكان مسکن‌سازی שיכון 住宅 주택 ハウス homes home
leasing lease crédit-bail лизинг* تأجير ليزينغ лизинг 租赁 リース 리스 mietfinanz rental rentals arrendamiento
supply supplies supplier procurement versorgung approvisionnement suministro suministros abastecimiento tedarik снабжен* поставк* توريد توريدات تدارکات אספקה 供应 供給 공급 supplying
distribution distributors distributor vertrieb distribucion distribución diffusione dagitim dağıtım dystrybucja сбыт* дистрибь* توزيع توزیع הפצה 销售 販売 分销 판매 유통 sales verkauf ventes ventas vendite sprzedaz satis продаж* مبيعات فروش
retail store stores supermarket supermarkets markt market markets marché mercado mercato magazin магазин* супермаркет* سوق أسواق بازار فروشگاه שוק 超市 商场 商店 マーケット 마트 百货 百貨 백화점 department-store shop shops
jewellery jewelry jewellers jewelers schmuck juwelier bijouterie joyeria gioielli mücevher ювелир* مجوهرات جواهر תכשיטים 珠宝 宝飾 보석
diamond diamonds diamant diamanten diamante diamantes алмаз* الماس ألماس יהלומים 钻石 ダイヤモンド 다이아몬드
environment environmental umwelt environnement ambiente эколог* بيئة البيئة محیط-زیست 环保 環境 환경 eco ecology green-tech recycling
solar photovoltaic solaire солнеч* شمسية الطاقة-الشمسية 太阳能 太陽光 태양광
wind-power eolica éolienne ветроэнерг* 风电 風力
tanker tankers tankschiff tanque танкер* ناقلة نفتکش 油轮 タンカー
drilling bohr forage perforacion перфорац* бурен* буров* حفر الحفر حفاری 钻井 掘削 시추
pipeline pipelines pipe pipes röhren rohr tubes tubos tubacex труб* трубопровод* أنابيب لوله 管道 管业 鋼管 파이프
refinery raffinage refining refineries raffinerie refineria raffineria перераб* مصفاة المصفاة پالایش 炼油 精製 정유
legal law lawyers recht rechtsanwälte avocats abogados avvocati hukuk юрид* قانون محاماة משפט 律师 法律 법무 法務 법률
audit auditors auditing wirtschaftsprüfung wirtschaftspruefung treuhand fiduciaire аудит* تدقيق حسابرسی 审计 監査 회계 accounting accountants
trust trustees trustee fiduciary fideicomiso траст* 信托 信託 신탁 ثقة נאמנות
mutual mutuelle mutua mutualité взаимн* 相互 상호 共済
merchants-guild 招商
house haus maison casa dom дом dům ház ev бит дім بيت خانه בית 屋 家 ハウス 하우스 tradehouse
steamship dampfschiff пароход*
cotton coton algodón хлоп* قطن پنبه
oilfield нефтепромысел* 油田
exploration geological geology geolog* разведоч* استكشاف اكتشاف 勘探 地质 탐사
semiconductor 積體電路 semiconductors halbleiter полупровод* 半导体 半導体 반도체 セミコンダクター circuit circuits integrated 集成电路
battery batteries batterie akku аккумулятор* بطاريات باتری 电池 電池 배터리
bus 客车
entertainment unterhaltung divertissement entretenimiento развлечен* ترفيه سرگرمی בידור 娱乐 エンターテインメント 엔터테인먼트 yule
game games spiele gaming juegos oyun игр* ألعاب بازی משחקים 游戏 ゲーム 게임
casino casinos казино כזינו 赌场 カジノ 카지노
labour labor-force manpower кадров* عمالة 人材 人力 인력 staffing recruitment personal
overseas übersee ultramar d'outre-mer зарубеж* خارجية 海外 해외
foreign auslands extranjero étranger внешн* внеш* внешэконом* أجنبي خارجی 对外 外国 대외 외환
economic economy wirtschafts wirtschaft économique economico económico ekonomi экономич* эконом* اقتصادية اقتصادی כלכלה 经济 経済 경제
social sozial социал* اجتماعي 社会 사회
cultural culture kultur cultura kültür культур* ثقافة فرهنگ תרבות 文化 문화 カルチャー
service служб* services svcs svc service-company dienst dienste dienstleistung dienstleistungen servicios servicio servizi serviços servis hizmetleri uslugi usluge услуг* сервис* خدمات الخدمات للخدمات שירותים שרותי υπηρεσιες 服务 服務 サービス 서비스 fuwu
`
